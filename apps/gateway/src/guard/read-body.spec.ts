/** @jest-environment-options {"ownModules": true} */
import { PassThrough, Readable } from 'node:stream';
import { jest } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { readBody } from './read-body.js';
import type { BodyBounds } from './read-body.js';

/** A request whose body arrives in parts. */
function requestOf(
  parts: Iterable<Buffer>,
  headers: IncomingMessage['headers'] = {},
): IncomingMessage {
  return Object.assign(Readable.from(parts, { objectMode: false }), {
    headers,
  }) as unknown as IncomingMessage;
}
const within = (bytesMax: number) => ({ bytesMax, windowMs: 60_000, bytesPerWindowMin: 1 });
const read = (request: IncomingMessage, bytesMax: number, bounds: Partial<BodyBounds> = {}) =>
  new Promise((resolve) => {
    readBody(request, { ...within(bytesMax), ...bounds }, (fault, bytes) =>
      resolve(fault ?? String(bytes)),
    );
  });
const bytewise = (text: string) => [...text].map((letter) => Buffer.from(letter));

describe('a body', () => {
  it.each<[string, IncomingMessage['headers']]>([
    ['of unknown length', {}],
    ['of a declared length', { 'content-length': '9000' }],
  ])('%s is read whole, however small its parts are', async (_what, headers) => {
    const text = 'abcdefghi'.repeat(1000);
    expect(await read(requestOf(bytewise(text), headers), 9000)).toBe(text);
  });

  it('keeps none of the parts in which it arrives', async () => {
    const part = Buffer.from('one part');
    const bytes = new Promise<Buffer | undefined>((resolve) => {
      readBody(requestOf([part]), within(100), (_fault, whole) => resolve(whole));
    });
    const whole = await bytes;
    part.fill(0);
    expect(String(whole)).toBe('one part');
  });

  it.each([
    [4, '1234'],
    [3, 'too-large'],
  ])('of four bytes under a limit of %i is %s', async (bytesMax, outcome) => {
    expect(await read(requestOf(bytewise('1234')), bytesMax)).toBe(outcome);
  });

  it('whose connection ends first is cut short', async () => {
    const request = requestOf(bytewise('1234'));
    const outcome = read(request, 10);
    request.destroy(new Error('aborted'));
    expect(await outcome).toBe('cut-short');
  });

  it('whose connection has ended before anybody reads it is cut short', async () => {
    const request = requestOf([]);
    request.destroy();
    await new Promise((resolve) => request.once('close', resolve));
    expect(await read(request, 10)).toBe('cut-short');
  });

  describe('whose bytes come one by one', () => {
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    /** Sends so many bytes at the start of each of three windows, and then the end. */
    const sendInWindows = async (bytes: number) => {
      const body = new PassThrough();
      const request = Object.assign(body, { headers: {} }) as unknown as IncomingMessage;
      const outcome = read(request, 100, { windowMs: 1000, bytesPerWindowMin: 4 });
      for (const part of ['a', 'b', 'c']) {
        body.write(part.repeat(bytes));
        await jest.advanceTimersByTimeAsync(1000);
      }
      body.end();
      await jest.advanceTimersByTimeAsync(10);
      return outcome;
    };

    it('is read when each window brings the least number of bytes', async () => {
      expect(await sendInWindows(4)).toBe('aaaabbbbcccc');
    });

    it('is too slow when a window brings one byte fewer', async () => {
      expect(await sendInWindows(3)).toBe('too-slow');
    });

    it('is too slow when it stops in the middle', async () => {
      const body = new PassThrough();
      const request = Object.assign(body, { headers: {} }) as unknown as IncomingMessage;
      const outcome = read(request, 100, { windowMs: 1000, bytesPerWindowMin: 4 });
      body.write('many bytes at once');
      await jest.advanceTimersByTimeAsync(3100);
      expect(await outcome).toBe('too-slow');
    });
  });
});
