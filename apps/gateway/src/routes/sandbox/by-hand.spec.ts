import { readFileSync } from 'node:fs';
import { sandboxIdOf, unknownInSandbox } from './by-hand.js';

const core = readFileSync(
  new URL('../../../../../libs/contracts/schemas/core.json', import.meta.url),
  'utf8',
);
/** The forms of ids in the reports of a core. */
const reported = [...core.matchAll(/"(\w+Id)": \{[^{}]*?"pattern": ("[^"]*")/gu)].map(
  ([, member, pattern]) => [member, JSON.parse(pattern ?? '""') as string] as const,
);

describe('an id in a path of the sandbox', () => {
  it('has forms to be judged by in the reports of a core', () => {
    expect(reported.map(([member]) => member)).toEqual(
      expect.arrayContaining(['customerId', 'accountId', 'agreementId']),
    );
  });

  it.each(reported)('may be %s of a core: %s', (_member, pattern) => {
    const texts = [
      'customer-1',
      'C_1',
      'a'.repeat(64),
      '0123abcd-0123-4abc-8abc-0123456789ab',
    ].filter((text) => new RegExp(pattern, 'u').test(text));
    expect(texts).not.toEqual([]);
    for (const text of texts) expect(sandboxIdOf(text)).toBe(text);
  });

  it.each(['', 'a'.repeat(65), 'a b', 'a/b', 'a\u0000', '../x', 'é'])(
    'is unknown for %j, which is no id',
    (text) => {
      expect(() => sandboxIdOf(text)).toThrow(unknownInSandbox());
    },
  );
});
