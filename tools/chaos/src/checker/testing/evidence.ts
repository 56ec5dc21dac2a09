import type { RequestRecord, Act } from '../../history/history.js';
import { singlePath } from '@nordgate/testing';
import { markedRedirectUri, markerOf } from '../markers.js';
import type { Answer, Evidence, OrderRow, PublishedFact, Service } from '../evidence/evidence.js';
import type { RegisterRow, ServiceEvidence, StoredFact } from '../evidence/evidence.js';
import type { UntouchedRow } from '../evidence/evidence.js';

const hexOf = (number: number) => number.toString(16).padStart(32, '0');
const macBytes = Buffer.alloc(8, 7);

/** A public id as the gateway makes it, for the n-th stream of its kind. */
export function publicId(kind: 'payment' | 'basket', number: number): string {
  const bytes = Buffer.concat([Buffer.from(hexOf(number), 'hex'), macBytes]);
  return `A${kind === 'payment' ? 'p' : 'b'}${bytes.toString('base64url')}`;
}

export const paymentStream = (number: number) => `payment-${hexOf(number)}`;
export const basketStream = (number: number) => `basket-${hexOf(number)}`;
const authorisationOf = (stream: string) => `of-${stream}`;

/** A request for the n-th payment, acknowledged by default. */
export function askedPayment(number: number, changes: Partial<RequestRecord> = {}): RequestRecord {
  return {
    request: `0000-${String(number)}`,
    wish: { for: 'payment', amount: `${String(number)}.00`, path: singlePath },
    acknowledged: [{ id: publicId('payment', number), status: 'RCVD' }],
    refused: [],
    unknown: [],
    ...changes,
  };
}

/** A request for the n-th basket, of these payments. */
function askedBasket(
  number: number,
  payments: readonly number[],
  changes: Partial<RequestRecord> = {},
): RequestRecord {
  return {
    request: `1111-${String(number)}`,
    wish: { for: 'basket', paymentIds: payments.map((one) => publicId('payment', one)) },
    acknowledged: [{ id: publicId('basket', number), status: 'RCVD' }],
    refused: [],
    unknown: [],
    ...changes,
  };
}

type Fact = Pick<StoredFact, 'stream' | 'type' | 'data'>;

interface PaymentFacts {
  readonly payments: readonly Fact[];
  readonly sca: readonly Fact[];
}

/** The stored facts of the n-th payment, with its settlement by a basket if any. */
function paymentFacts(number: number, settled?: { type: string; by: string }): PaymentFacts {
  const stream = paymentStream(number);
  const asked = askedPayment(number);
  const data = {
    authorisation: { id: authorisationOf(stream), tokenHash: 'hash' },
    instruction: {
      endToEndIdentification: markerOf(asked.request),
      instructedAmount: { amount: `${String(number)}.00`, currency: 'NOK' },
    },
  };
  const end = settled && { stream, type: settled.type, data: { by: settled.by } };
  const opened = {
    stream: `authorisation-${authorisationOf(stream)}`,
    type: 'AuthorisationOpened',
  };
  return {
    payments: [{ stream, type: 'PaymentInitiated', data }, ...(end ? [end] : [])],
    sca: [{ ...opened, data: { resource: { kind: 'payment', paymentId: hexOf(number) } } }],
  };
}

/** The row of the n-th payment in sca, as long as nobody has touched its authorisation. */
export const untouchedOf = (number: number): UntouchedRow => ({
  stream: `authorisation-${authorisationOf(paymentStream(number))}`,
  resource: paymentStream(number),
});

/** The stored facts of the n-th basket. */
function basketFacts(number: number, members: readonly number[], act?: Act) {
  const stream = basketStream(number);
  const own = `authorisation-${authorisationOf(stream)}`;
  const resource = { kind: 'basket', basketId: hexOf(number) };
  const made = {
    authorisation: { id: authorisationOf(stream), tokenHash: 'hash' },
    initiator: { redirectUri: markedRedirectUri(askedBasket(number, members).request) },
    members: members.map((one) => ({
      paymentId: hexOf(one),
      authorisationId: authorisationOf(paymentStream(one)),
    })),
  };
  const sca: Fact[] = [
    { stream: own, type: 'AuthorisationOpened', data: { resource } },
    ...members.map((one) => ({
      stream: `authorisation-${authorisationOf(paymentStream(one))}`,
      type: 'AuthorisationFailed',
      data: { reason: 'joined-basket' },
    })),
  ];
  const baskets: Fact[] = [{ stream, type: 'BasketCreated', data: made }];
  if (act === 'approve') {
    const approved = members.map((one) => ({ paymentId: hexOf(one), hash: 'shown' }));
    const data = { by: own, approved, declined: [] };
    baskets.push({ stream, type: 'BasketApproved', data });
    sca.push({ stream: own, type: 'AuthorisationFinalised', data: { resource } });
  }
  if (act === 'refuse') {
    const data = { by: own, members: members.map(hexOf) };
    baskets.push({ stream, type: 'BasketRejected', data });
    sca.push({ stream: own, type: 'AuthorisationRefused', data: { resource } });
  }
  return { baskets, sca };
}

/** Facts with the versions and ids that a store gives them. */
function stored(facts: readonly Fact[]): StoredFact[] {
  const versions = new Map<string, number>();
  return facts.map((fact) => {
    const version = (versions.get(fact.stream) ?? 0) + 1;
    versions.set(fact.stream, version);
    return { ...fact, version, id: `${fact.stream}@${String(version)}` };
  });
}

function serviceOf(facts: readonly Fact[], streamType: string): ServiceEvidence {
  const events = stored(facts);
  const last = new Map(events.map(({ stream, version }) => [stream, version]));
  const stateOf = (stream: string) => events.find((event) => event.stream === stream)?.data;
  return {
    events,
    streams: [...last].map(([stream, version]) => ({ stream, version, state: stateOf(stream) })),
    published: events.map((event, offset): PublishedFact => ({ ...event, partition: 0, offset })),
    parked: [],
    rebuilt: [{ streamType, streams: last.size, drifted: [] }],
    deleted: new Set(),
  };
}

/** The run of the payments that are executed. */
export const runStream = 'batch-run-2030-03-01-now-1';
export const executionStream = (number: number) => `execution-${hexOf(number)}_whole`;
const [settledOne, unfundedOne] = [4, 5];

/** The stored facts of the n-th payment, which the run has executed or found to be without funds. */
function executedFacts(number: number): PaymentFacts & { readonly batch: readonly Fact[] } {
  const [stream, by] = [paymentStream(number), executionStream(number)];
  const own = `authorisation-${authorisationOf(stream)}`;
  const resource = { kind: 'payment', paymentId: hexOf(number) };
  const authorisation = { id: authorisationOf(stream), tokenHash: 'hash' };
  const end =
    number === settledOne ? { status: 'ACSC' } : { status: 'ACCP', fundsAvailable: false };
  const outcome =
    number === settledOne
      ? { type: 'TransferSettled', data: {} }
      : { type: 'TransferDeclined', data: { reason: 'no-funds' } };
  const { paymentId } = resource;
  return {
    payments: [
      { stream, type: 'PaymentInitiated', data: { authorisation, instruction: {} } },
      { stream, type: 'PaymentAuthorised', data: { by: own } },
      { stream, type: 'PaymentClaimed', data: { by: runStream, status: 'ACCP' } },
      { stream, type: 'PaymentProgressed', data: { by, ...end } },
    ],
    sca: [
      { stream: own, type: 'AuthorisationOpened', data: { resource } },
      { stream: own, type: 'AuthorisationFinalised', data: { resource } },
    ],
    batch: [
      { stream: by, type: 'TransferInstructed', data: { paymentId, run: runStream } },
      { ...outcome, stream: by, data: { ...outcome.data, paymentId, run: runStream } },
    ],
  };
}

/** A run that has picked two payments, of which it has executed one. */
function batchFacts(): Fact[] {
  const stream = runStream;
  const payments = [settledOne, unfundedOne].map((one) => ({ paymentId: hexOf(one) }));
  const counts = { due: 2, held: 0, executed: 1, withoutFunds: 1, rejected: 0 };
  return [
    { stream, type: 'RunStarted', data: { slot: 'now-1' } },
    { stream, type: 'PaymentsPicked', data: { payments } },
    ...[settledOne, unfundedOne].flatMap((one) => executedFacts(one).batch),
    { stream, type: 'RunCompleted', data: { counts } },
  ];
}

/** A ledger with one account of 100.00, of which a transfer took 30.00 out of the bank. */
function ledgerEvidence(): ServiceEvidence {
  const entryId = executionStream(settledOne).slice('execution-'.length);
  const [account, clearing] = ['account-1', 'clearing-NOK-account-1'];
  const line = (stream: string, amount: string) => ({ stream, currency: 'NOK', amount });
  const lines = [line(account, '-30.00'), line(clearing, '30.00')];
  const seen = serviceOf(
    [
      { stream: account, type: 'AccountOpened', data: { openingBalance: '100.00', generation: 0 } },
      { stream: `entry-${entryId}`, type: 'EntryBooked', data: { entryId, lines } },
      { stream: account, type: 'PostingsBooked', data: { entryId } },
      { stream: clearing, type: 'ClearingBooked', data: { entryId, amount: '30.00' } },
    ],
    'account',
  );
  const balances = new Map([
    [account, '70.00'],
    [clearing, '30.00'],
  ]);
  const streams = seen.streams.map((row) => {
    return { ...row, state: { is: 'open', balance: balances.get(row.stream) } };
  });
  return { ...seen, streams };
}

/** What each service has after an act of the PSU on the basket of the first two payments. */
function servicesAfter(act: Act | undefined): Evidence['services'] {
  const type = act === 'approve' ? 'PaymentAuthorised' : 'PaymentRejected';
  const settled = act && { type, by: basketStream(1) };
  const members = [paymentFacts(1, settled), paymentFacts(2, settled)];
  const executed = [executedFacts(settledOne), executedFacts(unfundedOne)];
  const basket = basketFacts(1, [1, 2], act);
  const silent = paymentFacts(3);
  const opened = members.flatMap((one) => one.sca);
  return {
    payments: serviceOf(
      [...members, ...executed, silent].flatMap((one) => one.payments),
      'payment',
    ),
    baskets: serviceOf(basket.baskets, 'basket'),
    sca: serviceOf(
      [...opened, ...basket.sca, ...executed.flatMap((one) => one.sca)],
      'authorisation',
    ),
    accounts: ledgerEvidence(),
    batch: serviceOf(batchFacts(), 'batch-run'),
  };
}

/**
 * A bank at rest that has kept every promise: three payments, the first two in a basket that the PSU
 * approved, the third without any answer. Two more, which the load has not made, are executed.
 */
export function soundEvidence(act: Act | undefined = 'approve'): Evidence {
  const status = { approve: 'ACTC', refuse: 'RJCT', none: 'RCVD' }[act ?? 'none'];
  const services = servicesAfter(act);
  const answer = (transactionStatus: string): Answer => ({ status: 200, transactionStatus });
  const members = [1, 2].map((one) => publicId('payment', one));
  return {
    requests: [
      askedPayment(1),
      askedPayment(2),
      askedBasket(1, [1, 2], act === undefined ? {} : { act: { act, done: true } }),
      askedPayment(3, { acknowledged: [], unknown: [{ reason: 'gave up' }] }),
    ],
    services,
    runs: ['2030-03-01-now-1'],
    ledger: services.accounts,
    lasting: services,
    picks: [settledOne, unfundedOne].map((one) => ({ run: runStream, paymentId: hexOf(one) })),
    answers: new Map([
      ...members.map((id) => [id, answer(status)] as const),
      [publicId('basket', 1), { ...answer(status), payments: members }],
    ]),
    register: rowsOf(act === undefined ? undefined : status),
    untouched: [untouchedOf(3)],
    orders: rowsOf(act === undefined ? undefined : status).map((row): OrderRow => {
      const claim = { version: 3, status: 'ACCP', claimedBy: runStream };
      return { ...row, claimedBy: null, isDue: false, ...(row.version > 2 && claim) };
    }),
  };
}

/** What other services know of the payments, of which the members of the basket have this status. */
function rowsOf(memberStatus: string | undefined): RegisterRow[] {
  const row = (number: number, at: number, is: string) => {
    return { paymentId: hexOf(number), version: at, status: is };
  };
  const version = memberStatus === undefined ? 1 : 2;
  const status = memberStatus ?? 'RCVD';
  return [
    ...[row(1, version, status), row(2, version, status), row(3, 1, 'RCVD')],
    ...[row(settledOne, 4, 'ACSC'), row(unfundedOne, 4, 'ACCP')],
  ];
}

/** The same evidence with changes to one service. */
export function withService(
  evidence: Evidence,
  service: Service,
  change: (seen: ServiceEvidence) => Partial<ServiceEvidence>,
): Evidence {
  const seen = evidence.services[service];
  const changed = { ...seen, ...change(seen) };
  const services = { ...evidence.services, [service]: changed };
  return { ...evidence, services, ledger: services.accounts, lasting: services };
}
