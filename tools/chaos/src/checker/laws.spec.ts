import type { RequestRecord } from '../history/history.js';
import type { Evidence, ServiceEvidence, StoredFact } from './evidence/evidence.js';
import { laws } from './laws.js';
import { executionCases } from './testing/execution-cases.js';
import type { Case } from './testing/execution-cases.js';
import {
  askedPayment,
  basketStream,
  paymentStream,
  publicId,
  soundEvidence,
  withService,
} from './testing/evidence.js';
import { brokenLaws, judge } from './law.js';

const sound = soundEvidence();
const newest = <T>(items: readonly T[]) => items.slice(0, -1);

/** The violations of the law with this promise. */
const violationsOf = (promise: string, evidence: Evidence) => {
  const law = laws.find((one) => one.promise === promise);
  if (law === undefined) throw new Error(`no law has the promise ${promise}`);
  return law.check(evidence).violations;
};

const withRequests = (
  evidence: Evidence,
  change: (asked: RequestRecord) => RequestRecord,
): Evidence => ({
  ...evidence,
  requests: evidence.requests.map(change),
});
const inPayments = (change: (seen: ServiceEvidence) => Partial<ServiceEvidence>) =>
  withService(sound, 'payments', change);
const inBaskets = (change: (seen: ServiceEvidence) => Partial<ServiceEvidence>) =>
  withService(sound, 'baskets', change);
const inSca = (change: (seen: ServiceEvidence) => Partial<ServiceEvidence>) =>
  withService(sound, 'sca', change);
const inAccounts = (change: (seen: ServiceEvidence) => Partial<ServiceEvidence>) =>
  withService(sound, 'accounts', change);
const without = (stream: string) => (seen: ServiceEvidence) => ({
  events: seen.events.filter((event) => event.stream !== stream),
});
const twice = (event: StoredFact, stream: string): StoredFact => ({
  ...event,
  stream,
  id: 'other',
});
const answering = (id: string, change: object | undefined): Evidence => {
  const answers = new Map(sound.answers);
  const known = answers.get(id);
  if (change === undefined || known === undefined) answers.delete(id);
  else answers.set(id, { ...known, ...change });
  return { ...sound, answers };
};

describe('a bank that has kept every promise', () => {
  it.each(['approve', 'refuse', undefined] as const)('breaks no law when a PSU would %s', (act) => {
    const verdict = judge(laws, soundEvidence(act));
    expect(verdict.flatMap(({ violations }) => violations)).toEqual([]);
    expect(brokenLaws(verdict)).toEqual([]);
  });

  it('has a verdict with counts, so that an empty run is noticed', () => {
    const counts = judge(laws, sound).flatMap(({ looked }) => Object.entries(looked));
    expect(counts.filter(([, count]) => count === 0).map(([what]) => what)).toEqual([
      ...['of them deleted', 'with ten members', 'whose members succeed and fail', 'refused'],
    ]);
    expect(laws.map(({ id }) => id)).toEqual(
      expect.arrayContaining(Array.from({ length: 11 }, (_, i) => `L${String(i + 1)}`)),
    );
  });
});

/** Evidence that breaks one law, each with a part of the violation. */
const cases: Readonly<Record<string, readonly Case[]>> = {
  'acknowledged: in the store exactly once': [
    ['a payment is not in the store', inPayments(without(paymentStream(1))), /not in the store/],
    ['a basket is not in the store', inBaskets(without(basketStream(1))), /not in the store/],
    [
      'a payment was made twice',
      inPayments(({ events }) => ({
        events: [...events, twice(events[0] as StoredFact, paymentStream(9))],
      })),
      /2 times/,
    ],
    [
      'a payment nobody was told of was made twice',
      inPayments(({ events }) => ({
        events: [...events, twice(events.at(-1) as StoredFact, paymentStream(9))],
      })),
      /2 times/,
    ],
    [
      'it is there under another id',
      withRequests(sound, (asked) =>
        asked.wish.for === 'payment' && asked.wish.amount === '1.00'
          ? { ...asked, acknowledged: [{ id: publicId('payment', 9), status: 'RCVD' }] }
          : asked,
      ),
      /is in the store as/,
    ],
    [
      'a repeat was answered with another id',
      withRequests(sound, (asked) =>
        asked.acknowledged.length === 0
          ? asked
          : {
              ...asked,
              acknowledged: [...asked.acknowledged, { id: publicId('payment', 9), status: 'RCVD' }],
            },
      ),
      /several ids/,
    ],
    [
      'it is there with another amount',
      withRequests(sound, (asked) =>
        asked.wish.for === 'payment'
          ? { ...asked, wish: { ...asked.wish, amount: '7.77' } }
          : asked,
      ),
      /of 7.77 is/,
    ],
    [
      'a basket holds other members',
      withRequests(sound, (asked) =>
        asked.wish.for === 'basket'
          ? { ...asked, wish: { ...asked.wish, paymentIds: [publicId('payment', 3)] } }
          : asked,
      ),
      /holds/,
    ],
    [
      'an approval that the site confirmed is not there',
      inBaskets(({ events }) => ({ events: newest(events) })),
      /neither approved nor refused/,
    ],
  ],
  'stored: on the topic, in order': [
    [
      'an event is not there',
      inPayments(({ published }) => ({ published: newest(published) })),
      /not on its topic/,
    ],
    [
      'an event came before the one that it follows',
      inPayments(({ published }) => ({ published: [...published].reverse() })),
      /came in the order 2, 1/,
    ],
    [
      'there is something that nobody has stored',
      inPayments(({ events }) => ({ events: newest(events) })),
      /is not in the store/,
    ],
    [
      'a repeat says something else',
      inPayments(({ published }) => ({
        published: published.flatMap((one) => [one, { ...one, data: 'other' }]),
      })),
      /not what the store holds/,
    ],
    [
      'a stream is spread over partitions',
      inPayments(({ published }) => ({
        published: published.map((one, i) => ({ ...one, partition: i })),
      })),
      /2 partitions/,
    ],
  ],
  'reacted to exactly once': [
    [
      'no authorisation was opened for a payment',
      inSca(({ events }) => ({ events: events.slice(1) })),
      /missing: .* opened for payment/,
    ],
    [
      'two authorisations were opened for a payment',
      inSca(({ events }) => ({
        events: [...events, twice(events[0] as StoredFact, 'authorisation-other')],
      })),
      /without a cause: authorisation-other/,
    ],
    [
      'a payment was approved twice',
      inPayments(({ events }) => ({
        events: events.flatMap((event) =>
          event.type === 'PaymentAuthorised' ? [event, event] : [event],
        ),
      })),
      /2 times: payment/,
    ],
    [
      'an approved member was not approved',
      inPayments(({ events }) => ({
        events: events.filter(({ type }) => type !== 'PaymentAuthorised'),
      })),
      /missing: payment-.* approved by basket/,
    ],
    [
      'a basket was approved though nobody did',
      inSca(({ events }) => ({
        events: events.filter(({ type }) => type !== 'AuthorisationFinalised'),
      })),
      /without a cause: basket-.* approved/,
    ],
  ],
  'nothing parked': [
    [
      'a message waits for an operator',
      inSca(() => ({ parked: [{ consumer: 'sca', key: 'k', reason: 'no JSON' }] })),
      /has parked a message of k .* no JSON/,
    ],
  ],
  'acknowledged: visible by GET': [
    ['an id is unknown', answering(publicId('payment', 1), { status: 404 }), /answers 404/],
    ['nobody asked', answering(publicId('payment', 1), undefined), /nobody asked/],
    [
      'it shows another status',
      answering(publicId('payment', 1), { transactionStatus: 'RCVD' }),
      /shows RCVD; .* folds to ACTC/,
    ],
    [
      'it shows a status of a payment that has no events',
      inPayments(without(paymentStream(1))),
      /folds to nothing/,
    ],
    ['a basket shows other members', answering(publicId('basket', 1), { payments: [] }), /shows/],
  ],
  'versions without gap or repeat': [
    [
      'a version is missing',
      inPayments(({ events }) => ({ events: events.filter(({ version }) => version !== 1) })),
      /has the versions 2/,
    ],
    [
      'a version is there twice',
      inPayments(({ events }) => ({
        events: [...events, { ...(events[0] as StoredFact), id: 'again' }],
      })),
      /has the versions 1, 1, 2/,
    ],
    [
      'es.stream says otherwise',
      inPayments(({ streams }) => ({
        streams: streams.map((one) => ({ ...one, version: one.version + 1 })),
      })),
      /es.stream says 3/,
    ],
    [
      'es.stream knows a stream without events',
      inPayments(({ streams }) => ({
        streams: [...streams, { stream: 'payment-x', version: 1, state: {} }],
      })),
      /payment-x of payments has 0 events/,
    ],
    [
      'an event id is there twice',
      inPayments(({ events }) => ({ events: events.map((one) => ({ ...one, id: 'same' })) })),
      /an event id twice/,
    ],
  ],
  'sums of amounts agree': [
    ['the store lacks an amount', inPayments(without(paymentStream(1))), /the store to 500/],
    [
      'the topic lacks an amount',
      inPayments(({ published }) => ({ published: newest(published) })),
      /the topic to 300/,
    ],
    [
      'a view shows another amount',
      inPayments(({ streams }) => ({ streams: newest(streams) })),
      /the views to 300/,
    ],
    [
      'a payment is there that nobody asked for',
      { ...sound, requests: newest(sound.requests) },
      /adds up to 300/,
    ],
  ],
  'basket = worst case of its members': [
    [
      'it is still RCVD though all members are ACTC',
      answering(publicId('basket', 1), { transactionStatus: 'RCVD' }),
      /shows RCVD; its members ACTC, ACTC make it ACTC/,
    ],
    [
      'it is ACTC though a member is RJCT',
      answering(publicId('payment', 1), { transactionStatus: 'RJCT' }),
      /make it RJCT/,
    ],
  ],
  'unacknowledged: whole or not at all': [
    [
      'it has no authorisation',
      { ...sound, untouched: [] },
      /has event, view, record but no authorisation/,
    ],
    [
      'it is on the topic only',
      inPayments(without(paymentStream(3))),
      /has view, record, authorisation but no event/,
    ],
    ['it has no view', inPayments(({ streams }) => ({ streams: newest(streams) })), /but no view/],
    [
      'it was refused and is there',
      withRequests(sound, (asked) =>
        asked.acknowledged.length > 0
          ? asked
          : { ...asked, refused: [{ status: 400, codes: ['FORMAT_ERROR'] }] },
      ),
      /was refused, but has event/,
    ],
  ],
  'only 503 where nothing is promised': [
    [
      'there was a 500',
      withRequests(sound, (asked) => ({ ...asked, unknown: [{ reason: '', status: 500 }] })),
      /was answered 500/,
    ],
    [
      'a payment was refused for no reason',
      withRequests(sound, (asked) => ({
        ...asked,
        refused: [{ status: 409, codes: ['CONFLICT'] }],
      })),
      /was refused: 409 CONFLICT/,
    ],
  ],
  'views equal their rebuild': [
    [
      'a view has drifted',
      inSca(() => ({ rebuilt: [{ streamType: 'psu', streams: 1, drifted: ['psu-1'] }] })),
      /view of psu-1/,
    ],
  ],
  'the register equals the payments': [
    ['a payment is not in it', { ...sound, register: newest(sound.register) }, /does not know it/],
    [
      'it stands still at an earlier version',
      { ...sound, register: sound.register.map((row) => ({ ...row, version: 1, status: 'RCVD' })) },
      /the register says RCVD at version 1/,
    ],
    [
      'it has the right version and another status',
      { ...sound, register: sound.register.map((row) => ({ ...row, status: 'RJCT' })) },
      /the register says RJCT at version 2/,
    ],
    [
      'it knows a payment that is none',
      { ...sound, register: [...sound.register, { paymentId: 'x', version: 1, status: 'RCVD' }] },
      /the register knows payment-x/,
    ],
  ],
  'no money appears or vanishes': [
    [
      'an entry has a line too few',
      inAccounts(({ events }) => ({
        events: events.map((event) => {
          const data = event.data as { readonly lines?: readonly unknown[] };
          return data.lines === undefined
            ? event
            : { ...event, data: { ...data, lines: newest(data.lines) } };
        }),
      })),
      /NOK of generation 0 sum to -3000000, not to zero/,
    ],
  ],
  ...executionCases(sound),
};

describe.each(Object.entries(cases))('the law "%s" is broken when', (promise, broken) => {
  it.each(broken)('%s', (_what, evidence, tells) => {
    expect(violationsOf(promise, evidence).join('\n')).toMatch(tells);
  });
});

describe('evidence that breaks no law', () => {
  it('has a request without traces, and repeats on a topic', () => {
    const silent = askedPayment(4, { acknowledged: [], unknown: [{ reason: '', status: 503 }] });
    const repeated = inPayments(({ published }) => ({ published: [...published, ...published] }));
    const evidence = { ...repeated, requests: [...sound.requests, silent] };
    expect(brokenLaws(judge(laws, evidence))).toEqual([]);
  });

  it('has a run that waits for an outcome, which only the law of executions reports', () => {
    const waiting = withService(sound, 'batch', ({ events }) => ({
      events: events.filter(({ type }) => !['RunCompleted', 'TransferDeclined'].includes(type)),
    }));
    expect(violationsOf('every run ends with its counts', waiting)).toEqual([]);
    const [told] = violationsOf('each payment is executed once', waiting);
    expect(told).toMatch(/instructed 1, settled 0, declined 0/);
  });

  it('every law has a case that breaks it', () => {
    expect(Object.keys(cases).sort()).toEqual(laws.map(({ promise }) => promise).sort());
  });
});
