import { InfrastructureError } from '@nordgate/event-store';
import { ApprovalArrivals } from './approval-arrivals.service.js';

/** Arrivals over a topic whose end is noted as often as `counts.notes` says, and asked about as often as `counts.questions`. */
function arrivalsWith(answer: () => boolean) {
  const counts = { notes: 0, questions: 0 };
  const arrivals = new ApprovalArrivals({
    noteEnd: () => {
      counts.notes += 1;
      return Promise.resolve(() => {
        counts.questions += 1;
        return Promise.resolve(answer());
      });
    },
  });
  const ask = (...claims: readonly string[]) =>
    Promise.all(claims.map((claim) => arrivals.areAllHere(claim)));
  return { arrivals, ask, counts };
}

describe('the arrival of approvals', () => {
  it('is asked for once for all claims of a turn, and the end of the topic is noted once for each claim', async () => {
    const { ask, counts } = arrivalsWith(() => false);
    expect(await ask('a', 'b', 'c')).toEqual([false, false, false]);
    expect(counts).toEqual({ notes: 1, questions: 1 });
    await ask('a', 'b', 'c');
    expect(counts).toEqual({ notes: 1, questions: 2 });
    await ask('d');
    expect(counts).toEqual({ notes: 2, questions: 3 });
  });

  it('is the same for a claim that is asked for again after it was complete', async () => {
    let isHere = false;
    const { ask, counts } = arrivalsWith(() => isHere);
    expect(await ask('a')).toEqual([false]);
    isHere = true;
    expect([await ask('a'), await ask('a')]).toEqual([[true], [true]]);
    expect(counts.notes).toBe(1);
  });

  it('is noted again for a claim that was forgotten', async () => {
    const { arrivals, ask, counts } = arrivalsWith(() => true);
    await ask('a');
    arrivals.forget('a');
    await ask('a');
    expect(counts.notes).toBe(2);
  });

  it('forgets the oldest of more than 10,000 claims', async () => {
    const { ask, counts } = arrivalsWith(() => false);
    await ask('oldest', ...Array.from({ length: 9999 }, (_, n) => String(n)));
    const { notes } = counts;
    await ask('oldest');
    expect(counts.notes).toBe(notes);
    await ask('one more');
    await ask('oldest');
    expect(counts.notes).toBe(notes + 2);
  });

  it('is not known while the transport fails', async () => {
    const arrivals = new ApprovalArrivals({ noteEnd: () => Promise.reject(new Error('down')) });
    await expect(arrivals.areAllHere('a')).rejects.toThrow(InfrastructureError);
  });
});
