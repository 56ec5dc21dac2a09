import type { RequestRecord, Act } from '../../history/history.js';
import { markedRedirectUri, markerOf } from '../markers.js';
import type {
  Answer,
  Evidence,
  PublishedFact,
  RegisterRow,
  Service,
  ServiceEvidence,
  StoredFact,
} from '../evidence/evidence.js';

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
    wish: { for: 'payment', amount: `${String(number)}.00` },
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

/** The stored facts of the n-th payment, with its settlement by a basket if any. */
function paymentFacts(number: number, settled?: { type: string; by: string }) {
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
    published: events.map((event): PublishedFact => ({ ...event, partition: 0 })),
    parked: [],
    rebuilt: [{ streamType, streams: last.size, drifted: [] }],
  };
}

/** A ledger with one account of 100.00, of which a transfer took 30.00 out of the bank. */
function ledgerEvidence(): ServiceEvidence {
  const [account, clearing, entryId] = ['account-1', 'clearing-NOK-account-1.1', 'transfer.1'];
  const line = (stream: string, amount: string) => ({ stream, currency: 'NOK', amount });
  const lines = [line(account, '-30.00'), line(clearing, '30.00')];
  const seen = serviceOf(
    [
      { stream: account, type: 'AccountOpened', data: { openingBalance: '100.00', generation: 1 } },
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

/**
 * A bank at rest that has kept every promise: three payments, the first two in a basket that the PSU
 * approved, the third without any answer.
 */
export function soundEvidence(act: Act | undefined = 'approve'): Evidence {
  const settled =
    act === undefined
      ? undefined
      : {
          type: act === 'approve' ? 'PaymentAuthorised' : 'PaymentRejected',
          by: basketStream(1),
        };
  const status = { approve: 'ACTC', refuse: 'RJCT', none: 'RCVD' }[act ?? 'none'];
  const payments = [paymentFacts(1, settled), paymentFacts(2, settled), paymentFacts(3)];
  const basket = basketFacts(1, [1, 2], act);
  const answer = (transactionStatus: string): Answer => ({ status: 200, transactionStatus });
  const members = [1, 2].map((one) => publicId('payment', one));
  return {
    requests: [
      askedPayment(1),
      askedPayment(2),
      askedBasket(1, [1, 2], act === undefined ? {} : { act: { act, done: true } }),
      askedPayment(3, { acknowledged: [], unknown: [{ reason: 'gave up' }] }),
    ],
    services: {
      payments: serviceOf(
        payments.flatMap((one) => one.payments),
        'payment',
      ),
      baskets: serviceOf(basket.baskets, 'basket'),
      sca: serviceOf([...payments.flatMap((one) => one.sca), ...basket.sca], 'authorisation'),
      accounts: ledgerEvidence(),
    },
    answers: new Map([
      ...members.map((id) => [id, answer(status)] as const),
      [publicId('basket', 1), { ...answer(status), payments: members }],
    ]),
    register: [1, 2, 3].map((one): RegisterRow => {
      const isMember = one < 3 && act !== undefined;
      return {
        paymentId: hexOf(one),
        version: isMember ? 2 : 1,
        status: isMember ? status : 'RCVD',
      };
    }),
  };
}

/** The same evidence with changes to one service. */
export function withService(
  evidence: Evidence,
  service: Service,
  change: (seen: ServiceEvidence) => Partial<ServiceEvidence>,
): Evidence {
  const seen = evidence.services[service];
  const changed = { ...seen, ...change(seen) };
  return { ...evidence, services: { ...evidence.services, [service]: changed } };
}
