import fc from 'fast-check';
import type { ReceivedEvent } from './reaction.js';
import { commandFrom } from './reaction.js';

const received: ReceivedEvent = {
  stream: 'authorisation-1',
  version: 4,
  event: { type: 'AuthorisationFinalised', data: {} },
  at: '2026-03-01T10:00:00Z',
};
const wanted = { type: 'AuthorisePayment', stream: 'payment-1', data: { hash: 'h' } };

describe('commandFrom', () => {
  it('makes the same command for the same event', () => {
    expect(commandFrom({ ...received }, { ...wanted })).toEqual(commandFrom(received, wanted));
  });

  it('makes a different id for each event and each target stream', () => {
    const place = fc.tuple(fc.constantFrom('a-1', 'a-11', 'b-1'), fc.integer({ min: 1, max: 12 }));
    const cause = fc.tuple(place, fc.constantFrom('p-1', 'p-11', 'q-1'));
    const idOf = ([[stream, version], target]: [[string, number], string]) =>
      commandFrom({ ...received, stream, version }, { ...wanted, stream: target }).id;
    fc.assert(
      fc.property(cause, cause, (one, other) => {
        expect(idOf(one) === idOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  it('takes the time and the actor of the command from the event', () => {
    const { meta, ...command } = commandFrom(received, wanted);
    expect(command).toMatchObject(wanted);
    expect(meta).toEqual({ at: received.at, actor: 'event:authorisation-1' });
  });

  it('gives the command the time of a world that is ahead, and says how far', () => {
    const { meta } = commandFrom({ ...received, aheadMs: 86_400_000 }, wanted);
    expect(meta).toMatchObject({ at: '2026-03-02T10:00:00.000Z', aheadMs: 86_400_000 });
  });

  it('keeps the trace context of the event', () => {
    const trace = { traceparent: '00-1-2-01', tracestate: 'a=b' };
    expect(commandFrom({ ...received, ...trace }, wanted).meta).toMatchObject(trace);
  });
});
