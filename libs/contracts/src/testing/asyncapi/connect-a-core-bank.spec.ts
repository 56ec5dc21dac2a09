import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { readReport } from '../../core/read-report.js';
import type { CoreReport } from '../../core/core-messages.v1.js';
import type { asyncApi } from './async-api.js';

const root = join(import.meta.dirname, '../../../../..');
const page = readFileSync(join(root, 'docs/how-to/connect-a-core-bank.md'), 'utf8');

/** A message of the page: topic, headers, data. */
function exampleIn(block: string) {
  const [head = '', ...body] = block.split('\n\n');
  const [topic = '', ...lines] = head.split('\n');
  const pairs = lines.map((line) => line.split(/: (.*)/).slice(0, 2));
  const { key = '', ...headers } = Object.fromEntries(pairs) as Record<string, string>;
  return { topic, key, headers, data: JSON.parse(body.join('\n\n')) as unknown };
}

const examples = [...page.matchAll(/```text\n([^`]+)```/g)].map(([, block = '']) =>
  exampleIn(block),
);
const reports = examples.filter(({ topic }) => topic !== 'core.instructions.v1');
// async-api.spec.ts compares the file with the types, which takes eight seconds of a processor.
const file = readFileSync(join(root, 'docs/reference/asyncapi.json'), 'utf8');
const document = JSON.parse(file) as ReturnType<typeof asyncApi>;
const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(document, 'asyncapi');

describe('the page for a core team', () => {
  it('has an example of every message', () => {
    const core = Object.entries(document.channels).filter(([name]) => name.startsWith('core.'));
    const described = core.flatMap(([name, { messages }]) =>
      Object.keys(messages).map((id) => `${name} ${id.replace('.v1', '')}`),
    );
    const shown = examples.map(({ topic, headers }) => `${topic} ${headers['ce_type'] ?? ''}`);
    expect([...new Set(shown)].sort()).toEqual(described.sort());
  });

  it.each(examples)('shows a message of $topic with headers and data by its schema', (example) => {
    const { key, headers, data } = example;
    const ref = `asyncapi#/components/messages/${headers['ce_type'] ?? ''}.v1`;
    const headersFit = ajv.compile({ $ref: `${ref}/headers` });
    const dataFits = ajv.compile({ $ref: `${ref}/payload` });
    expect([headersFit(headers), headersFit.errors]).toEqual([true, null]);
    expect([dataFits(data), dataFits.errors]).toEqual([true, null]);
    expect(headers['ce_subject']).toBe(key);
  });

  it('shows an order whose seal the example of the page verifies, and no other one', () => {
    const order = JSON.stringify(examples[0]?.data);
    const folder = join(root, 'examples/core-bank');
    const args = [join(folder, 'check-order.mjs'), join(folder, 'approvals.pub.pem')];
    const answerTo = (input: string) =>
      spawnSync(process.execPath, args, { input, encoding: 'utf8' }).stdout.trim();
    expect(answerTo(order)).toBe('the seal holds');
    expect(answerTo(order.replace('1250.50', '9250.50'))).toBe('refuse it: another instruction');
    expect(answerTo(order.replace('99996000016', '99990000014'))).toBe(
      'refuse it: another instruction',
    );
    expect(answerTo(order.replace('PRIVATE', 'CORPORATE'))).toBe('refuse it: a wrong signature');
    expect(page).toContain('node examples/core-bank/check-order.mjs');
  });

  it.each(reports)('shows a report on $topic that the bank takes', ({ key, headers, data }) => {
    const type = headers['ce_type'] as CoreReport['type'];
    const received = { stream: key, version: 1, event: { type, data } };
    const at = headers['ce_time'] ?? '';
    expect(readReport({ ...received, at }, [type])).toEqual({ type, data });
  });
});
