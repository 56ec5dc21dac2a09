import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnswer } from '../../core/read-answer.js';
import type { CoreAnswers } from '../../core/read-answer.js';
import { coreReadsApi } from './core-reads-api.js';

const root = join(import.meta.dirname, '../../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/how-to/let-tpps-read-the-core.md');

/** A request of the page with its answer. */
const examples = [...page.matchAll(/```text\nGET ([^\n]+)\n\n([^`]+)```/g)].map(
  ([, request = '', body = '']) => ({ request, body }),
);
const answerOf = (request: string): keyof CoreAnswers =>
  request.startsWith('/v1/balances') ? 'BalancesAnswer' : 'TransactionsAnswer';

describe('the API for reads of a core', () => {
  it('is the one of docs/reference/core-reads.json', () => {
    expect(JSON.parse(read('docs/reference/core-reads.json'))).toEqual(coreReadsApi());
  });

  it.each(examples)('answers $request as the page shows', ({ request, body }) => {
    const answer = readAnswer(answerOf(request), Buffer.from(body));
    expect(answer).toEqual({ answer: JSON.parse(body) as unknown });
  });

  it('has examples of balances and of transactions on the page, and every parameter', () => {
    expect(examples.map(({ request }) => answerOf(request))).toEqual([
      'BalancesAnswer',
      'TransactionsAnswer',
    ]);
    const names = [...JSON.stringify(coreReadsApi()).matchAll(/"name":"(\w+)","in":"query"/g)];
    for (const [, name = ''] of names)
      expect(page).toMatch(new RegExp(`\`${name}\`|account=…`, 'u'));
  });
});
