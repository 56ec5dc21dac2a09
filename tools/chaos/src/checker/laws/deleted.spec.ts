import { brokenLaws, judge } from '../law.js';
import { laws } from '../laws.js';
import type { Answer, Evidence } from '../evidence/evidence.js';
import { paymentStream, publicId, soundEvidence, withService } from '../testing/evidence.js';

const sound = soundEvidence();
const id = publicId('payment', 1);
const stream = paymentStream(1);

/** The first payment was deleted, its kept events are the evidence, and a GET of it is answered so. */
function deleted(status: number, changes: Partial<Evidence> = {}): Evidence {
  const gone = withService(sound, 'payments', () => ({ deleted: new Set([stream]) }));
  const answers = new Map<string, Answer>([...sound.answers, [id, { status }]]);
  return { ...gone, answers, ...changes };
}

describe('a payment whose retention is over', () => {
  it('breaks no law when its id is unknown', () => {
    expect(brokenLaws(judge(laws, deleted(404)))).toEqual([]);
  });

  it('breaks L3 when its id still answers', () => {
    expect(brokenLaws(judge(laws, deleted(200)))).toContain('L3');
  });

  it('breaks L1 when it was deleted too early, so that none of its events were kept', () => {
    const { events, streams } = sound.services.payments;
    const early = withService(deleted(404), 'payments', () => ({
      events: events.filter((event) => event.stream !== stream),
      streams: streams.filter((row) => row.stream !== stream),
      deleted: new Set(),
    }));
    expect(brokenLaws(judge(laws, early))).toEqual(expect.arrayContaining(['L1', 'L2', 'L3']));
  });
});
