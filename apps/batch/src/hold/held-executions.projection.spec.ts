import type { ExecutionHeld, ExecutionReleased } from '@nordgate/contracts/events';
import { holdChanges } from './held-executions.projection.js';

const [stream, at] = ['hold-tpp-PSDNO-FSA-1', '2030-03-01T12:00:00.000Z'];
const data = { held: { tppId: 'PSDNO-FSA-1' }, reason: 'reported', by: 'operator/1', at } as const;

/** The changes that an event causes. */
function changesBy(type: 'ExecutionHeld' | 'ExecutionReleased', held: object = data.held) {
  const event = { type, data: { ...data, held } } as ExecutionHeld | ExecutionReleased;
  return holdChanges({ event, stream, version: 1, at, meta: {} } as never);
}

describe('the list of holds', () => {
  it('has a row for a held TPP with the reason and the operator', () => {
    const row = { hold: stream, paymentId: null, tppId: 'PSDNO-FSA-1', since: at };
    expect(changesBy('ExecutionHeld')).toEqual([
      { put: { ...row, reason: 'reported', by: 'operator/1' } },
    ]);
  });

  it('names a held payment', () => {
    expect(changesBy('ExecutionHeld', { paymentId: 'p' })).toMatchObject([
      { put: { paymentId: 'p', tppId: null } },
    ]);
  });

  it('has no row after the release', () => {
    expect(changesBy('ExecutionReleased')).toEqual([{ remove: { hold: stream } }]);
  });
});
