import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAGIC_ANSWERS, MAGIC_VALUES } from '@nordgate/contracts/codes';
import { knownState } from '../known-state/known-state.js';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const page = readFileSync(join(root, 'docs/tutorials/first-payment.md'), 'utf8');
/** The cells of the table under a heading of the page. */
const rowsUnder = (heading: string) =>
  (page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

describe('the tutorial of the first payment', () => {
  it('lists every customer of the sandbox with its current account', () => {
    const { customers, accounts } = knownState;
    const known = customers.map(({ customerId, customerNumber, name }) => {
      const account = accounts.find((one) => one.ownerId === customerId);
      return [customerNumber, name, account?.bban];
    });
    const listed = rowsUnder('Test customers').map((cells) => cells.slice(1, 4));
    expect(listed.sort()).toEqual(known.sort());
  });

  it('lists every magic value with what a TPP sees', () => {
    const known = [...MAGIC_VALUES, ...MAGIC_ANSWERS].map(({ bban, seen }) => [bban, seen]);
    expect(rowsUnder('Magic values').map((cells) => cells.slice(1, 3))).toEqual(known);
  });

  it('names only numbers that the sandbox knows', () => {
    const known = [
      ...knownState.customers.map(({ customerNumber }) => customerNumber),
      ...knownState.accounts.map(({ bban }) => bban),
      ...[...MAGIC_VALUES, ...MAGIC_ANSWERS].map(({ bban }) => bban),
    ];
    const named = page.match(/\b\d{9}(\d\d)?\b/g) ?? [];
    expect(named.filter((number) => !known.includes(number))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });
});
