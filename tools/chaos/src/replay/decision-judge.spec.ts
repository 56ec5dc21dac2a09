import { join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';
import type { MadeDecision } from '@nordgate/messaging';
import { decideAgain } from './decide-again.js';
import { decidingServices } from './deciding-services.js';
import { decisionJudge } from './decision-judge.js';
import { decisionsIn, readHistory } from './history.js';
import type { HistoryDecision } from './history.js';
import { summaryOf } from './changed-decisions.js';
import { StreamStates } from './stream-states.js';

const history = await readHistory(join(import.meta.dirname, 'golden', 'scenarios.jsonl.zst'));
const [{ events }] = history.parts as [(typeof history.parts)[number]];
const services = decidingServices(defaultProfile('sandbox'));
const states = new StreamStates(
  services.payments,
  events.filter(({ stream }) => stream.startsWith('payment-')),
);
const claim = decisionOf(
  ({ command, appended }) => command.type === 'ClaimPayment' && appended.length === 1,
);
const refused = decisionOf(
  ({ service, refusal }) => service === 'payments' && refusal !== undefined,
);

function decisionOf(is: (one: HistoryDecision) => boolean): HistoryDecision {
  const found = decisionsIn(history).find(is);
  if (found === undefined) throw new Error('the golden history has no such decision');
  return found;
}

/** The decision as the process wrote it to its file. */
function madeOf({ command, saw, refusal }: HistoryDecision): MadeDecision {
  const [{ stream, version }] = saw as [HistoryDecision['saw'][number]];
  const decision = refusal ?? [states.eventAt({ stream, version: version + 1 })];
  const seen = saw.map((one) => ({ ...one, state: states.stateAt(one) }));
  const made = { command, saw: seen, found: undefined, claims: [] };
  const line = JSON.stringify({ ...made, decisions: [{ stream, decision }] });
  return JSON.parse(line) as MadeDecision;
}

describe('the judge of published decisions', () => {
  const judge = (made: MadeDecision) => {
    const stored = events.map((event) => ({ ...event, commandId: claim.command.id }));
    return decisionJudge('payments', states, stored)(made);
  };
  const made = madeOf(claim);

  it('keeps a decision whose events are in the store, with its command and the versions that it saw', () => {
    expect(judge(made)).toEqual(claim);
  });

  it('keeps a refusal, which no store has', () => {
    expect(judge(madeOf(refused))).toMatchObject({ refusal: refused.refusal, appended: [] });
  });

  const [seen] = made.saw as [MadeDecision['saw'][number]];
  const [{ stream }] = made.decisions as [MadeDecision['decisions'][number]];
  it.each<[string, MadeDecision]>([
    ['that saw another state', { ...made, saw: [{ ...seen, state: { is: 'none' } }] }],
    ['that saw events that the store does not have', { ...made, saw: [{ ...seen, version: 99 }] }],
    [
      'whose command caused other events there',
      { ...made, command: { ...made.command, id: 'another' } },
    ],
    [
      'whose event the store does not have',
      { ...made, decisions: [{ stream, decision: [{ type: 'PaymentClaimed', data: {} }] }] },
    ],
  ])('drops a decision %s', (_which, other) => {
    expect(judge(other)).toBeUndefined();
  });
});

describe('a replayed history', () => {
  const replayed = (change: (type: string) => string | undefined) =>
    decideAgain(
      {
        head: history.head,
        parts: [
          {
            decisions: [claim],
            events: events.flatMap((event) => {
              const type = change(event.type);
              return type === undefined ? [] : [{ ...event, type }];
            }),
          },
        ],
      },
      services,
    );

  it('with an event that this release cannot read has a difference', () => {
    const { different } = replayed((type) => (type === 'PaymentInitiated' ? 'Unknown' : type));
    expect(different.map(({ decided }) => summaryOf(decided))).toEqual(['an error']);
  });

  it('that lacks an event has a difference', () => {
    const { different } = replayed((type) => (type === 'PaymentInitiated' ? undefined : type));
    expect(different).toHaveLength(1);
    expect(replayed((type) => type).different).toEqual([]);
  });
});
