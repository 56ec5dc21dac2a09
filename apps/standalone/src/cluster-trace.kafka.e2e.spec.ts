import { streams, streamIdIn } from '@nordgate/contracts/rules';
import type { AppName } from '@nordgate/local/cluster';
import {
  accountOf,
  approveAt,
  jsonWith,
  meetPsu,
  orderBetween,
  runBatchUntil,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
  statusOf,
} from '@nordgate/testing';
import type { ListedCustomer } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import type { ReceivedSpan } from './testing/otlp-receiver.js';
import { spansOfPayment } from './testing/spans-of-payment.js';
import type { BareSpan } from './testing/spans-of-payment.js';
import { nameOf, TracedCluster, tppSpanId } from './testing/traced-cluster.js';

const limitMs = 600_000;
const postTraceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const getTraceId = 'a3ce929d0e0e47364bf92f3577b34da6';
const messageType = 'nordgate.message.type';

let bank: TracedCluster;
let people: readonly ListedCustomer[];
/** The stream of the payment. */
let payment: `payment-${string}`;
/** What Prometheus would get from payments after the request. */
let metrics: string;

/** Makes a payment in the trace of the TPP, reads it, approves it and executes it. */
beforeAll(async () => {
  bank = await TracedCluster.start();
  const world = bank.world();
  people = await setUpSandbox(world);
  const [debtor, creditor] = people;
  if (debtor === undefined || creditor === undefined) throw new Error('no customers');
  await meetPsu(world, debtor);
  const call = (request: TppCall, traceId: string): Promise<TppAnswer> =>
    world.tpp.call({ ...request, headers: { traceparent: `00-${traceId}-${tppSpanId}-01` } });
  const body = orderBetween({ debtor, creditor });
  const made = await call({ method: 'POST', path: singlePath, body }, postTraceId);
  const { paymentId } = jsonWith<{ paymentId: string }>(made, 201);
  payment = streams.payment.id(streamIdIn(paymentId)?.streamId ?? '');
  await bank.exported(postTraceId, 'sca slice.commit');
  await call({ method: 'GET', path: `${singlePath}/${paymentId}/status` }, getTraceId);
  metrics = (await bank.scrapes()).get('payments-1') ?? '';
  await approveAt(world, scaRedirectOf(made.json as object), debtor);
  const isExecuted = async () => (await statusOf(world, singlePath, paymentId)) === 'ACSC';
  await runBatchUntil(world, isExecuted);
  await bank.stopApps();
}, limitMs);
afterAll(() => bank.stop(), limitMs);

/** The only decision of an app on a command of this type. */
function decisionOn(app: AppName, type: string): ReceivedSpan {
  const found = bank
    .named(`${app} command.decide`)
    .filter(({ attributes }) => attributes[messageType] === type);
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) throw new Error(`not one decision on ${type}`);
  return only;
}

/** The stored events of a service whose trace is that of the POST: type, stream, and the span in their meta. */
const tracedEvents = (app: AppName) =>
  bank.query<{ readonly type: string; readonly stream: string; readonly span: string }>(
    app,
    `select type, stream_id as stream, split_part(meta->>'traceparent', '-', 3) as span
       from es.event where split_part(meta->>'traceparent', '-', 2) = $1 order by position`,
    [postTraceId],
  );

const isRead = (edge: string) => edge.endsWith(' view.read');

describe('the trace of a payment through the processes of the bank', () => {
  it("goes from the TPP's POST over the decision to the reactions of other services, each once", () => {
    // The number of reads depends on what the gateway knows already, and on when the outcome comes.
    expect(bank.edgesOf(postTraceId).filter((edge) => !isRead(edge))).toEqual([
      'gateway command.send > payments command.decide',
      'gateway command.send > payments events.relay',
      'gateway command.send > payments slice.commit',
      'gateway http.server.request > gateway command.send',
      'gateway http.server.request > gateway signature.verify',
      'payments events.relay > sca events.react',
      'sca events.react > sca events.relay',
      'sca events.react > sca slice.commit',
      'sca events.react > sca slice.commit',
      'sca events.relay > sca events.react',
      'tpp > gateway http.server.request',
    ]);
  });

  it("goes from the TPP's GET over the query to the service that answers it", () => {
    // The gateway asks sca about the PSU's session.
    const edges = bank.edgesOf(getTraceId).filter((edge) => !edge.endsWith('sca view.read'));
    expect([...new Set(edges)]).toEqual([
      'gateway http.server.request > gateway signature.verify',
      'gateway http.server.request > gateway view.read',
      'gateway view.read > payments view.read',
      'tpp > gateway http.server.request',
    ]);
    const { 'nordgate.correlation': correlation } = decisionOn(
      'payments',
      'InitiatePayment',
    ).attributes;
    for (const app of ['gateway', 'payments']) {
      const reads = bank.named(`${app} view.read`, getTraceId);
      expect(reads.map(({ attributes }) => attributes)).toContainEqual({
        'nordgate.app': 'payments',
        [messageType]: 'GetPayment',
        'nordgate.correlation': correlation,
      });
    }
  });

  it('links the consumer of a message to its sender', () => {
    const takers = bank.receiver
      .spansOf(postTraceId)
      .filter(({ name }) => ['command.decide', 'events.react', 'slice.commit'].includes(name));
    expect(takers.length).toBeGreaterThan(4);
    for (const { name, linkedSpanIds, parentSpanId } of takers) {
      expect([name, linkedSpanIds]).toEqual([name, [parentSpanId]]);
    }
  });

  it('has exactly the declared attributes in each span, with message keys as hashes', async () => {
    const [opened] = await tracedEvents('sca');
    const expected = spansOfPayment(
      { payment, authorisation: opened?.stream ?? '' },
      {
        'messaging.destination.partition.id': expect.stringMatching(/^([0-9]|1[01])$/) as unknown,
        'messaging.kafka.offset': expect.any(Number) as unknown,
      },
    );
    const spans = bank.receiver
      .spansOf(postTraceId)
      .map((one): BareSpan => [nameOf(one), one.attributes])
      .filter(([name]) => !isRead(name));
    for (const span of expected) expect(spans).toContainEqual(span);
    expect(spans).toHaveLength(expected.length);
  });

  it('leaves counts of its groups and delays for Prometheus', () => {
    const valueOf = (series: string) => {
      const line = metrics.split('\n').find((one) => one.startsWith(series));
      return Number(line?.slice(line.lastIndexOf(' ')));
    };
    const group = (name: string, of: string) => `${name}{messaging_consumer_group_name="${of}"`;
    expect(valueOf(group('nordgate_rebalances_total', 'payments'))).toBeGreaterThanOrEqual(1);
    expect(valueOf(group('nordgate_message_delay_seconds_count', 'payments'))).toBe(1);
    expect(valueOf(group('nordgate_parked_messages_total', 'payments'))).toBe(0);
  });

  it('is stored with every event of the payment', async () => {
    const [asked] = bank.named('gateway command.send', postTraceId);
    const [reacted] = bank.named('sca events.react', postTraceId);
    expect(await tracedEvents('payments')).toEqual([
      { type: 'PaymentInitiated', stream: payment, span: asked?.spanId },
    ]);
    expect(await tracedEvents('sca')).toEqual([
      {
        type: 'AuthorisationOpened',
        stream: expect.stringMatching(/^authorisation-/) as string,
        span: reacted?.spanId,
      },
    ]);
  });

  it('contains no stream id, account, name or text of the payment', () => {
    const told = bank.receiver.requests.join('\n');
    expect(told).toContain(postTraceId);
    const secrets = people.slice(0, 2).flatMap((one) => [accountOf(one), one.customerName]);
    for (const secret of [...secrets, streams.payment.idOf(payment), 'tpp.example', 'Invoice']) {
      expect(told).not.toContain(secret);
    }
  });
});

describe('a flow that goes on in the processes after the trace of its request', () => {
  const edgesOf = (traceId: string) => [...new Set(bank.edgesOf(traceId))];

  it("goes from the PSU's approval in the browser to the payment, with a link to its request", () => {
    const approved = decisionOn('payments', 'AuthorisePayment');
    expect(edgesOf(approved.traceId).filter((edge) => !isRead(edge))).toEqual([
      'baskets events.react > baskets slice.commit',
      'batch events.react > batch slice.commit',
      'payments events.react > payments command.decide',
      'payments events.react > payments events.relay',
      'payments events.react > payments slice.commit',
      'payments events.relay > baskets events.react',
      'payments events.relay > batch events.react',
      'root > sca http.server.request',
      'sca command.decide > sca events.relay',
      'sca events.react > sca command.decide',
      'sca events.react > sca events.relay',
      'sca events.react > sca slice.commit',
      'sca events.relay > baskets events.react',
      'sca events.relay > batch events.react',
      'sca events.relay > payments events.react',
      'sca events.relay > sca events.react',
      'sca http.server.request > sca command.decide',
    ]);
    expect(edgesOf(approved.traceId)).toEqual(
      expect.arrayContaining([
        'sca http.server.request > sca view.read',
        'sca view.read > payments view.read',
      ]),
    );
    expectLinkToPayment(approved);
  });

  it('goes from a run of the batch to the payment, with a link to its request', () => {
    const claimed = decisionOn('payments', 'ClaimPayment');
    expect(edgesOf(claimed.traceId)).toEqual(
      expect.arrayContaining([
        'root > batch command.decide',
        'batch command.decide > batch events.relay',
        'batch events.relay > payments events.react',
        'payments events.react > payments command.decide',
        'batch events.relay > accounts events.react',
      ]),
    );
    expectLinkToPayment(claimed);
  });

  function expectLinkToPayment(span: ReceivedSpan): void {
    expect(span.linkedTraceIds).toEqual([span.traceId, postTraceId]);
    const { attributes } = decisionOn('payments', 'InitiatePayment');
    expect(span.attributes['nordgate.correlation']).toBe(attributes['nordgate.correlation']);
  }
});
