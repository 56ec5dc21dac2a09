import { generationLeaseMs } from '@nordgate/contracts/rules';
import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { sandboxStream } from '../../domain/sandbox.js';
import { initialiseSandbox, sandboxReceipt } from './initialise-sandbox.js';
import type { InitialiseSandbox } from './reset-streams.js';

const at = '2026-03-02T10:00:00.000Z';
const streams = ['customer-1', 'account-1'];
const aReset: InitialiseSandbox = {
  type: 'InitialiseSandbox',
  id: 'a-reset',
  stream: 'sandbox-test',
  data: {},
  meta: { at, actor: 'PSDNO-FSA-1' },
};
const initialised = (generation: number, initialisedAt = at) =>
  ({
    type: 'SandboxInitialised',
    data: { generation, streams, at: initialisedAt },
  }) as const;
/** The time that is so many milliseconds after the reset. */
const later = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
const { given } = spec(sandboxStream, initialiseSandbox(streams));

describe('initialise sandbox', () => {
  it('starts with generation 1 and notes the streams that it opens', () =>
    void given().when(aReset).then(initialised(1)));

  it('is another reset when it is asked for again one lease later', () =>
    void given(initialised(1, later(-generationLeaseMs)))
      .when(aReset)
      .then(initialised(2)));

  it('goes on counting', () =>
    void given(initialised(7, later(-60_000)))
      .when(aReset)
      .then(initialised(8)));

  it.each([0, 1, generationLeaseMs - 1, 1 - generationLeaseMs])(
    'refuses a reset that was requested %d ms before this one with CONFLICT',
    (ms) =>
      void given(initialised(1, later(-ms)))
        .when(aReset)
        .thenRejected('CONFLICT'),
  );

  it('accepts a reset by a gateway whose clock is a lease or more behind', () =>
    void given(initialised(1, later(generationLeaseMs)))
      .when(aReset)
      .then(initialised(2)));

  it('answers the generation, 0 before the first', () => {
    expect(sandboxReceipt(sandboxStream.initial)).toEqual({ generation: 0 });
    expect(sandboxReceipt(fold(sandboxStream, [initialised(3)]))).toEqual({ generation: 3 });
  });
});
