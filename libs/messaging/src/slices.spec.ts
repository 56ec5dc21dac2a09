import fc from 'fast-check';
import { boundedSlices, sliceBounds, sliceLength } from './slices.js';

const message = (value: string) => ({ key: 'journal-1', value, headers: {} });
const bytesOf = (messages: readonly { value: string }[]) =>
  messages.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0);

describe('slices of messages', () => {
  it('contain all messages in order, each slice as full as its bounds allow', () => {
    const sizes = fc.array(fc.constantFrom(0, 10, 50_000, 131_072, 300_000), { maxLength: 300 });
    fc.assert(
      fc.property(sizes, (lengths) => {
        const messages = lengths.map((length) => message('x'.repeat(length)));
        const slices = boundedSlices(messages);
        expect(slices.flat()).toEqual(messages);
        slices.forEach((slice, i) => {
          expect(slice.length).toBeLessThanOrEqual(sliceBounds.messagesMax);
          if (slice.length > 1) expect(bytesOf(slice)).toBeLessThanOrEqual(sliceBounds.bytesMax);
          const withNext = [...slice, ...(slices[i + 1] ?? []).slice(0, 1)];
          const isLast = i === slices.length - 1;
          const isFull =
            slice.length === sliceBounds.messagesMax || bytesOf(withNext) > sliceBounds.bytesMax;
          expect(isLast || isFull).toBe(true);
        });
      }),
      { numRuns: 30 },
    );
  });

  it('are bounded by the bytes of their values, not by the characters', () => {
    const halfInCharacters = message('ø'.repeat(sliceBounds.bytesMax / 2));
    expect(sliceLength([halfInCharacters, halfInCharacters])).toBe(1);
  });

  it('do not exist when there are no messages', () => {
    expect(sliceLength([])).toBe(0);
    expect(boundedSlices([])).toEqual([]);
  });
});
