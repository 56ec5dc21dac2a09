import { chainStart, entryHash, nextHead } from './audit-request.js';
import type { ChainHead } from './audit-request.js';

const entries: Entry[] = [];
interface Entry {
  entry: number;
  previous: string;
  hash: string;
  service: 'payments';
  about: { seq: string };
}
for (const seq of ['7', '8', '9']) {
  const { entry, hash: previous } = entries.at(-1) ?? chainStart;
  const unhashed = { service: 'payments', entry: entry + 1, previous, about: { seq } } as const;
  entries.push({ ...unhashed, hash: entryHash(unhashed) });
}

function faultIn(lines: readonly Entry[]): string | undefined {
  let head: ChainHead = chainStart;
  for (const line of lines) {
    const next = nextHead(head, line);
    if ('fault' in next) return next.fault;
    head = next;
  }
  return undefined;
}
const [first, second, third] = entries as [Entry, Entry, Entry];

describe('the chain of a record', () => {
  it('holds for entries as they were written, whatever the order of their members', () => {
    const turned = Object.fromEntries(Object.entries(second).reverse()) as unknown as Entry;
    expect(faultIn([first, turned, third])).toBeUndefined();
  });

  it.each([
    ['a missing first entry', [second, third], 'payments entry 2: entry 1 is missing'],
    ['a missing entry', [first, third], 'payments entry 3: entry 2 is missing'],
    ['a repeated entry', [first, first], 'payments entry 1: entry 2 is missing'],
    ['exchanged entries', [first, third, second], 'payments entry 3: entry 2 is missing'],
    [
      'a changed member',
      [first, { ...second, about: { seq: '6' } }, third],
      'payments entry 2: the entry was changed',
    ],
    [
      'a changed entry with a new hash',
      [first, rehashed({ ...second, about: { seq: '6' } }), third],
      'payments entry 3: the entry before was changed',
    ],
    [
      'an added member',
      [first, { ...second, more: 1 } as Entry],
      'payments entry 2: the entry was changed',
    ],
  ])('detects %s', (_what, lines, fault) => {
    expect(faultIn(lines)).toBe(fault);
  });
});

function rehashed(entry: Entry): Entry {
  return { ...entry, hash: entryHash(entry) };
}
