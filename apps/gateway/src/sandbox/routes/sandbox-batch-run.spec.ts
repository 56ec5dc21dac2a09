import type { BatchRunView } from '@nordgate/contracts/queries';
import { runIdFrom, shownBatchRun, startedRunOf, wholePaymentsIn } from './sandbox-batch-run.js';

const [single, bulk, periodic] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [
  string,
  string,
  string,
];
const view: BatchRunView = {
  runId: '2030-03-01-now-2.3',
  day: '2030-03-01',
  status: 'running',
  startedAt: '2030-03-01T12:00:00.000Z',
  counts: {
    ...{ due: 5, executed: 1, withoutFunds: 2, rejected: 2, held: 0, inProgress: 0, dropped: 0 },
  },
  sums: [{ amount: '125.50', currency: 'NOK' }],
  failures: [
    { paymentId: single, code: 'PAYMENT_FAILED', reason: 'no-funds' },
    { paymentId: bulk, code: 'PAYMENT_FAILED', reason: 'no-funds' },
    { paymentId: bulk, part: 1, code: 'PAYMENT_FAILED', reason: 'not-executable' },
    { paymentId: periodic, occurrence: '2030-03-01', code: 'PAYMENT_FAILED', reason: 'no-funds' },
  ],
};
const edge = {
  publicId: (kind: string, id: string, { tpp }: { tpp: string }) => `${kind} ${id} of ${tpp}`,
  partId: (id: string, part: number) => `part ${String(part)} of ${id}`,
};
const services = new Map([
  [single, 'payments' as const],
  [bulk, 'bulk-payments' as const],
]);

/** The failures as a TPP reads them in a language. */
function failuresIn(language: 'en' | 'nb') {
  return shownBatchRun(view, { caller: { tpp: 'T', language }, edge, services }).failures;
}

describe('the id of a run in a path', () => {
  it.each([
    ['of a slot', '2030-03-01-1330', 0, '2030-03-01-1330'],
    ['of a slot in a later generation', '2030-03-01-1330', 1, '2030-03-01-1330.1'],
    ['of a run on demand in a later generation', '2030-03-01-now-2', 3, '2030-03-01-now-2.3'],
    ['of the instant payments', '2030-03-01-instant', 0, '2030-03-01-instant'],
    ['of the instant payments after a reset', '2030-03-01-instant', 3, '2030-03-01-instant.3'],
  ])('%s names a run', (_what, text, generation, runId) => {
    expect(runIdFrom(text, { generation })).toBe(runId);
  });

  it.each([
    ['with an older generation', '2030-03-01-now-2.3', 4],
    ['with the generation of the caller', '2030-03-01-now-2.3', 3],
    ['with a newer generation, which may be the world of another TPP', '2030-03-01-now-2.3', 2],
    ['without a slot', '2030-03-01', 0],
    ['that begins with a number of zero', '2030-03-01-now-0', 0],
    ['with a quotation mark', "2030-03-01-now-1'", 0],
    ['of instant payments with a generation', '2030-03-01-instant.3', 3],
  ])('%s names none', (_what, text, generation) => {
    expect(runIdFrom(text, { generation })).toBeUndefined();
  });
});

describe('the report of a run', () => {
  it("has the TPP's ids of payments, bulks, sub-payments and periodic payments", () => {
    expect(failuresIn('en').map(({ paymentId }) => paymentId)).toEqual([
      `payment ${single} of T`,
      `bulk ${bulk} of T`,
      `part 1 of ${bulk}`,
      `periodic ${periodic} of T`,
    ]);
    expect(wholePaymentsIn(view)).toEqual([single, bulk]);
  });

  it('explains each failure in the language of the request', () => {
    expect(failuresIn('en').map(({ code, text }) => `${code} ${text}`)).toEqual([
      'PAYMENT_FAILED There is not enough money in the account.',
      'PAYMENT_FAILED There is not enough money in the account.',
      'PAYMENT_FAILED The payment could not be executed.',
      'PAYMENT_FAILED There is not enough money in the account.',
    ]);
    expect(failuresIn('nb')[0]?.text).toBe('Det er ikke nok penger på kontoen.');
  });

  it('names the occurrence of a periodic payment, and links to itself', () => {
    expect(failuresIn('en').map(({ occurrence }) => occurrence)).toEqual([
      ...[undefined, undefined, undefined, '2030-03-01'],
    ]);
    const caller = { tpp: 'T', language: 'en' } as const;
    const href = '/v1/sandbox/batch-runs/2030-03-01-now-2';
    expect(shownBatchRun(view, { caller, edge, services })).toMatchObject({
      runId: '2030-03-01-now-2',
      status: 'running',
      counts: { due: 5, withoutFunds: 2 },
      sums: [{ amount: '125.50', currency: 'NOK' }],
      _links: { self: { href, verbs: ['GET'] } },
    });
  });
});

describe('the answer to a request for a run', () => {
  const startedAt = '2030-03-01T12:00:00.000Z';
  const [runId, followingRunId] = ['2030-03-01-1330', '2030-03-01-now-1'];
  const self = { href: `/v1/sandbox/batch-runs/${runId}`, verbs: ['GET'] };

  it('has the run and its start without a warning when the request has started it', () => {
    const answer = startedRunOf({ runId, startedAt }, { language: 'en' });
    expect(answer).toEqual({ runId, startedAt, _links: { self } });
  });

  it.each([
    ['en', `A run has been in progress since ${startedAt}. Another run follows it.`],
    ['nb', `En kjøring har pågått siden ${startedAt}. En ny kjøring følger etter.`],
  ] as const)(
    'warns in %s that a run is in progress, and names the one that follows',
    (language, text) => {
      const answer = startedRunOf({ runId, startedAt, followingRunId }, { language });
      const followingRun = { href: `/v1/sandbox/batch-runs/${followingRunId}`, verbs: ['GET'] };
      expect(answer).toEqual({
        ...{ runId, startedAt, followingRunId, _links: { self, followingRun } },
        tppMessages: [{ category: 'WARNING', code: 'CONFLICT', text }],
      });
    },
  );

  it('names runs of a world without its generation', () => {
    const receipt = { runId: `${runId}.7`, startedAt, followingRunId: `${followingRunId}.7` };
    expect(startedRunOf(receipt, { language: 'en' })).toMatchObject({
      ...{ runId, followingRunId },
      _links: { self, followingRun: { href: `/v1/sandbox/batch-runs/${followingRunId}` } },
    });
  });

  it('is 503 where the bank has opened no run', () => {
    const read = () => startedRunOf({ runId: null }, { language: 'en' });
    expect(read).toThrow(expect.objectContaining({ status: 503 }) as Error);
  });
});
