import type { AnswerFacts, KeptRequest } from '@nordgate/contracts/queries';
import { clientHabits } from './client-habits.js';
import type { Evidence } from './evidence.js';

const start = Date.parse('2030-01-01T00:00:00Z');
const noFacts: AnswerFacts = {
  ...{ next: null, retryAfterSeconds: null, hasScaRedirect: false },
};

/** A request with what a test changes of it. */
interface Sent extends Partial<Omit<KeptRequest, 'headers' | 'answer'>> {
  /** Seconds after the first request. */
  readonly second?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer?: Partial<AnswerFacts>;
}

/** The course of a client, oldest first, as the gateways keep it. */
function kept(...sent: readonly Sent[]): KeptRequest[] {
  return sent
    .map(({ second, headers = {}, answer, ...others }, n) => ({
      ...{ id: `r${String(n)}`, method: 'GET', target: '/v1/user', status: 200 },
      at: new Date(start + (second ?? n) * 1000).toISOString(),
      ...{
        requestId: `id-${String(n)}`,
        traceId: null,
        isProven: true,
        messages: [],
        verdict: null,
      },
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      hidden: [],
      answer: { ...noFacts, ...answer },
      ...others,
    }))
    .toReversed();
}

const seen = (held: number, of: number, lastMiss: string | null = null): Evidence => ({
  ...{ is: 'seen', held, of, lastMiss },
});
const open: Evidence = { is: 'open' };

const accounts = '/v1/accounts';
const status = '/v1/payments/sepa-credit-transfers/AP1/status';
const initiation = { method: 'POST', target: '/v1/payments/sepa-credit-transfers', status: 201 };
const down = { ...initiation, status: 503 };
const page = { target: '/v1/accounts/1/transactions', answer: { next: '/v1/accounts/1?page=2' } };
const signed = (names: string) => ({ 'signature (headers)': names });
const present = ['psu-ip-address'];

/** Each habit with a course that shows it, one that lacks it, and what each is judged as. */
const cases: Readonly<
  Record<string, { good: [Sent[], Evidence]; bad: [Sent[], Evidence]; open: Sent[] }>
> = {
  'Covers (request-target) in the signature': {
    good: [[{ headers: signed('(request-target) date') }], seen(1, 1)],
    bad: [[{ headers: signed('date') }, { headers: signed('(request-target)') }], seen(1, 2, 'r0')],
    open: [],
  },
  'Covers Digest in the signature of each body': {
    good: [[{ headers: { digest: 'x', ...signed('digest') } }], seen(1, 1)],
    bad: [[{ headers: { digest: 'x', ...signed('date') } }], seen(0, 1, 'r0')],
    open: [{}],
  },
  'Has a clock that is right within five seconds': {
    good: [[{ headers: { date: 'Tue, 01 Jan 2030 00:00:04 GMT' } }], seen(1, 1)],
    bad: [[{ headers: { date: 'Tue, 01 Jan 2030 00:00:06 GMT' } }], seen(0, 1, 'r0')],
    open: [{}],
  },
  'Gives each call a new X-Request-ID': {
    good: [[{ requestId: 'a' }, { requestId: 'a' }, { requestId: 'b' }], seen(3, 3)],
    bad: [[{ requestId: 'a' }, { requestId: 'a', target: accounts }], seen(1, 2, 'r1')],
    open: [],
  },
  'Repeats a call without an outcome with the same X-Request-ID': {
    good: [[{ ...down, requestId: 'a' }, {}, { ...initiation, requestId: 'a' }], seen(1, 1)],
    bad: [
      [
        { ...down, requestId: 'a' },
        { ...initiation, requestId: 'b' },
      ],
      seen(0, 1, 'r1'),
    ],
    open: [down, { status: 503 }, {}],
  },
  'Waits for Retry-After': {
    good: [[{ answer: { retryAfterSeconds: 2 } }, { second: 2 }], seen(1, 1)],
    bad: [[{ answer: { retryAfterSeconds: 2 } }, { second: 1 }], seen(0, 1, 'r1')],
    open: [{ answer: { retryAfterSeconds: 2 } }],
  },
  'Takes the PSU to scaRedirect after a 401, and calls again': {
    good: [[{ status: 401, answer: { hasScaRedirect: true } }, {}], seen(1, 1)],
    bad: [[{ status: 401, answer: { hasScaRedirect: true } }, { target: accounts }], open],
    open: [{ status: 401 }, {}],
  },
  'Reads a status once a second at most': {
    good: [[{ target: status }, { target: status }], seen(1, 1)],
    bad: [[{ target: status }, { target: status, second: 0.5 }], seen(0, 1, 'r1')],
    open: [{ target: status }, { target: accounts, second: 0.1 }],
  },
  'Follows next until there is none': {
    good: [[page, { target: '/v1/accounts/1?page=2' }], seen(1, 1)],
    bad: [[page, { second: 61 }], seen(0, 1, 'r0')],
    open: [page, { second: 59 }],
  },
  'Sends PSU-IP-Address when it asks for an approval': {
    good: [[{ ...initiation, hidden: present }], seen(1, 1)],
    bad: [[initiation], seen(0, 1, 'r0')],
    open: [{ target: accounts }],
  },
  'Sends PSU-User-Agent beside PSU-IP-Address': {
    good: [[{ hidden: [...present, 'psu-user-agent'] }], seen(1, 1)],
    bad: [[{ hidden: present }], seen(0, 1, 'r0')],
    open: [{}],
  },
  'Reads accounts without the PSU four times a day at most': {
    good: [[{ target: accounts }, { target: accounts, status: 429, hidden: present }], seen(1, 1)],
    bad: [[{ target: accounts, status: 429 }], seen(0, 1, 'r0')],
    open: [{}],
  },
  'Sends TPP-Session-ID with PSU-ID': {
    good: [[{ hidden: ['psu-id', 'tpp-session-id'] }], seen(1, 1)],
    bad: [[{ hidden: ['psu-id'] }], seen(0, 1, 'r0')],
    open: [{}],
  },
  'Names in x-accept-fix what it is built for': {
    good: [[{ ...initiation, headers: { 'x-accept-fix': 'amount-as-string' } }], seen(1, 1)],
    bad: [[initiation], seen(0, 1, 'r0')],
    open: [{}],
  },
  'Sends Accept with application/json': {
    good: [[{ headers: { accept: 'application/json' } }], seen(1, 1)],
    bad: [[{ headers: { accept: '*/*' } }], seen(0, 1, 'r0')],
    open: [],
  },
  'Sends Accept-Language': {
    good: [[{ headers: { 'accept-language': 'nb' } }], seen(1, 1)],
    bad: [[{}], seen(0, 1, 'r0')],
    open: [],
  },
  'Takes compressed answers': {
    good: [[{ headers: { 'accept-encoding': 'gzip, deflate' } }], seen(1, 1)],
    bad: [[{ headers: { 'accept-encoding': 'identity' } }], seen(0, 1, 'r0')],
    open: [],
  },
  'Sends requests that the bank can read': {
    good: [[{ status: 401 }, { status: 503 }, { status: 201 }], seen(3, 3)],
    bad: [[{ status: 400 }, {}], seen(1, 2, 'r0')],
    open: [],
  },
  'Does not repeat what was answered 403': {
    good: [[{ status: 403 }, {}], seen(1, 1)],
    bad: [[{ status: 403 }, { status: 403 }], seen(0, 1, 'r1')],
    open: [{ status: 403 }],
  },
  'Checks the seal of each answer': {
    good: [[{}], { is: 'hidden' }],
    bad: [[], { is: 'hidden' }],
    open: [],
  },
};

const judged = (habit: string, sent: readonly Sent[]) =>
  clientHabits(kept(...sent)).find(({ does }) => does === habit)?.evidence;

describe('the habits of a client', () => {
  it('are twenty, each with a case in this file', () => {
    const names = clientHabits([]).map(({ does }) => does);
    expect(names).toHaveLength(20);
    expect(names).toEqual(expect.arrayContaining(Object.keys(cases)));
    expect(Object.keys(cases)).toHaveLength(20);
  });

  it.each(Object.keys(cases))('show "%s" where the client does so', (habit) => {
    const [sent, evidence] = cases[habit]?.good ?? [];
    expect(judged(habit, sent ?? [])).toEqual(evidence);
  });

  it.each(Object.keys(cases))(
    'lack "%s" where the client does not, by the last request',
    (habit) => {
      const [sent, evidence] = cases[habit]?.bad ?? [];
      expect(judged(habit, sent ?? [])).toEqual(evidence);
    },
  );

  it.each(Object.keys(cases))('leave "%s" open without an occasion', (habit) => {
    const evidence = judged(habit, cases[habit]?.open ?? []);
    expect(evidence?.is).toBe(habit.startsWith('Checks the seal') ? 'hidden' : 'open');
  });

  it('count no request whose signature does not hold', () => {
    const evidence = clientHabits(kept({ isProven: false, status: 400 })).map(
      (one) => one.evidence,
    );
    expect(new Set(evidence.map(({ is }) => is))).toEqual(new Set(['open', 'hidden']));
  });

  it('are judged without the facts that a gateway of an earlier release does not send', () => {
    const old = kept(initiation).map(({ hidden: _hidden, answer: _answer, ...others }) => others);
    expect(clientHabits(old)).toHaveLength(20);
  });
});
