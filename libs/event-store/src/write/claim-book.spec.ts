import { ClaimBook } from './claim-book.js';
import { claimText } from '@nordgate/decider';

const seat = { scope: 'key', key: 'seat' };
const storedBy = (holder: string) => new ClaimBook(new Map([[claimText(seat), holder]]));

it('knows nobody who holds what it never heard of', () => {
  expect(new ClaimBook(new Map()).holderOf(seat)).toEqual({ streamId: undefined });
});

it('knows a stored holder outside the slice', () => {
  expect(storedBy('a').holderOf(seat)).toEqual({ streamId: 'a' });
});

it('knows what a stream of the slice claims, written or not', () => {
  const book = new ClaimBook(new Map());
  book.loaded('a', [seat]);
  expect(book.holderOf(seat)).toEqual({ streamId: 'a' });
  book.update('a', [seat], true);
  expect(book.holderOf(seat)).toEqual({ streamId: 'a', restsOn: 'a' });
});

it('takes a claim for free when its holder is about to release it', () => {
  const book = storedBy('a');
  book.loaded('a', [seat]);
  book.update('a', [], true);
  expect(book.holderOf(seat)).toEqual({ streamId: undefined, restsOn: 'a' });
  book.update('a', [seat], false);
  expect(book.holderOf(seat)).toEqual({ streamId: 'a' });
});

it('lets the first of two streams have it', () => {
  const book = new ClaimBook(new Map());
  book.update('a', [seat], true);
  book.update('b', [seat], true);
  expect(book.holderOf(seat).streamId).toBe('a');
});
