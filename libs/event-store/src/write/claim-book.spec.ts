import { ClaimBook } from './claim-book.js';
import { claimText } from '@nordgate/decider';

const seat = { scope: 'key', key: 'seat' };
const storedBy = (holder: string) => new ClaimBook(new Map([[claimText(seat), holder]]));

it('ClaimBook has no holder for an unknown claim', () => {
  expect(new ClaimBook(new Map()).holderOf(seat)).toEqual({ streamId: undefined });
});

it('ClaimBook returns the stored holder outside the slice', () => {
  expect(storedBy('a').holderOf(seat)).toEqual({ streamId: 'a' });
});

it('ClaimBook returns the holder of the slice, and whether its claim is unwritten', () => {
  const book = new ClaimBook(new Map());
  book.loaded('a', [seat]);
  expect(book.holderOf(seat)).toEqual({ streamId: 'a' });
  book.update('a', [seat], true);
  expect(book.holderOf(seat)).toEqual({ streamId: 'a', restsOn: 'a' });
});

it('ClaimBook treats a claim as free when an unwritten event releases it', () => {
  const book = storedBy('a');
  book.loaded('a', [seat]);
  book.update('a', [], true);
  expect(book.holderOf(seat)).toEqual({ streamId: undefined, restsOn: 'a' });
  book.update('a', [seat], false);
  expect(book.holderOf(seat)).toEqual({ streamId: 'a' });
});

it('ClaimBook gives a claim to the first of two streams of the slice', () => {
  const book = new ClaimBook(new Map());
  book.update('a', [seat], true);
  book.update('b', [seat], true);
  expect(book.holderOf(seat).streamId).toBe('a');
});
