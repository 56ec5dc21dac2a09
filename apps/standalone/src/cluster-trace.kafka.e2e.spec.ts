import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@nordgate/event-store';
import { aDomesticPayment, DescribedTpp, singlePath } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { Cluster } from '@nordgate/local/cluster';
import type { AppName } from '@nordgate/local/cluster';
import { OtlpReceiver } from './testing/otlp-receiver.js';
import type { ReceivedSpan } from './testing/otlp-receiver.js';

const limitMs = 600_000;
const postTraceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const getTraceId = 'a3ce929d0e0e47364bf92f3577b34da6';
const tppSpanId = '00f067aa0ba902b7';
const psuId = '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10';
const sessionId = 'a-session-of-the-tpp';
const redirectUri = 'https://tpp.example/back?state=af0ifjsldkj';

describe('the trace of a payment through the processes of the bank', () => {
  let dataDir: string;
  let receiver: OtlpReceiver;
  let cluster: Cluster;
  let made: TppAnswer;
  /** What Prometheus would get from payments. */
  let metrics: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nordgate-cluster-trace-'));
    receiver = await OtlpReceiver.start();
    cluster = await Cluster.start({
      dataDir,
      brokers: 1,
      env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url },
      say: () => undefined,
    });
    made = await call({ method: 'POST', path: singlePath, body: aDomesticPayment() }, postTraceId);
    const { paymentId } = made.json as { readonly paymentId: string };
    // sca reacts to the payment, and to the authorisation that it opens for it.
    const bySca = ['nordgate-sca slice.commit', 'nordgate-sca slice.commit'];
    await untilExported(...bySca, 'nordgate-baskets slice.commit', 'nordgate-batch slice.commit');
    await call({ method: 'GET', path: `${singlePath}/${paymentId}/status` }, getTraceId);
    const payments = cluster.apps.find(({ app }) => app === 'payments');
    metrics = await (await fetch(`${payments?.internalUrl ?? ''}/metrics`)).text();
    // A process exports its remaining spans when it ends.
    await Promise.all(cluster.apps.map((app) => app.stop()));
  }, limitMs);
  afterAll(async () => {
    await cluster.stop();
    await receiver.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, limitMs);

  function call(request: TppCall, traceId: string): Promise<TppAnswer> {
    const baseUrl = cluster.gatewayUrls[0] ?? '';
    const tpp = new DescribedTpp({ baseUrl, identity: cluster.trust.demoTpp, redirectUri });
    tpp.actFor({ psuId, tppSessionId: sessionId });
    const headers = {
      traceparent: `00-${traceId}-${tppSpanId}-01`,
      // Without it the gateway asks sca about the PSU, and asks again while sca is slow.
      'psu-context': 'PRIVATE',
      'x-accept-fix': 'amount-as-string,payment-status-before-approval',
    };
    return tpp.call({ ...request, headers });
  }

  /** Waits for the last spans of the payment, each as often as it is named. */
  async function untilExported(...wanted: readonly string[]): Promise<void> {
    const times = (spans: readonly string[], one: string) =>
      spans.filter((span) => span === one).length;
    for (;;) {
      const exported = receiver
        .spansOf(postTraceId)
        .map(({ service, name }) => `${service} ${name}`);
      if (wanted.every((one) => times(exported, one) >= times(wanted, one))) return;
      await pause(50);
    }
  }

  /** `parent > child` of every span of a trace, each with its service. */
  function edgesOf(traceId: string): string[] {
    const spans = receiver.spansOf(traceId);
    const nameOf = ({ service, name }: ReceivedSpan) =>
      `${service.replace('nordgate-', '')} ${name}`;
    const names = new Map([
      [tppSpanId, 'tpp'],
      ...spans.map((one) => [one.spanId, nameOf(one)] as const),
    ]);
    const edges = spans.map(
      (one) => `${names.get(one.parentSpanId ?? '') ?? '?'} > ${nameOf(one)}`,
    );
    return [...new Set(edges)].sort();
  }

  it("goes from the TPP's POST over the decision to the reactions of other services", () => {
    expect(made.status).toBe(201);
    // On a slow machine the gateway looks at the view before the outcome has come.
    const edges = edgesOf(postTraceId).filter((edge) => !edge.endsWith(' view.read'));
    expect(edges).toEqual([
      'baskets events.react > baskets slice.commit',
      'batch events.react > batch slice.commit',
      'gateway command.send > payments command.decide',
      'gateway command.send > payments events.relay',
      'gateway command.send > payments slice.commit',
      'gateway http.server.request > gateway command.send',
      'gateway http.server.request > gateway signature.verify',
      'payments events.relay > baskets events.react',
      'payments events.relay > batch events.react',
      'payments events.relay > sca events.react',
      'sca events.react > sca command.decide',
      'sca events.react > sca events.relay',
      'sca events.react > sca slice.commit',
      'sca events.relay > sca events.react',
      'tpp > gateway http.server.request',
    ]);
  });

  it("goes from the TPP's GET over the query to the service that answers it", () => {
    expect(edgesOf(getTraceId)).toEqual([
      'gateway http.server.request > gateway signature.verify',
      'gateway http.server.request > gateway view.read',
      'gateway view.read > payments view.read',
      'tpp > gateway http.server.request',
    ]);
  });

  it('links the consumer of a message to its sender', () => {
    const takers = receiver
      .spansOf(postTraceId)
      .filter(({ name }) => ['command.decide', 'events.react', 'slice.commit'].includes(name));
    expect(takers.length).toBeGreaterThan(6);
    for (const { name, linkedSpanIds, parentSpanId } of takers) {
      expect([name, linkedSpanIds]).toEqual([name, [parentSpanId]]);
    }
  });

  it('says where on Kafka each message was: topic, partition, offset and group', () => {
    const spans = receiver.spansOf(postTraceId);
    const decided = spans.find(
      ({ service, name }) => service === 'nordgate-payments' && name === 'command.decide',
    );
    expect(decided?.attributes).toMatchObject({
      'messaging.system': 'kafka',
      'messaging.destination.name': 'payments.commands.v1',
      'messaging.consumer.group.name': 'payments',
      'messaging.operation.name': 'decide',
      'messaging.operation.type': 'process',
    });
    const reacted = spans.filter(({ name }) => name === 'events.react');
    const groups = reacted.map(({ attributes }) => attributes['messaging.consumer.group.name']);
    expect(groups).toEqual(
      expect.arrayContaining([
        'baskets.payment-register',
        'batch.order-book',
        'sca.open-payment-authorisations',
      ]),
    );
    for (const { attributes } of [...reacted, ...(decided ? [decided] : [])]) {
      expect(attributes).toMatchObject({
        'messaging.destination.partition.id': expect.stringMatching(/^([0-9]|1[01])$/) as string,
        'messaging.kafka.offset': expect.any(Number) as number,
      });
      expect(attributes['messaging.kafka.offset']).toBeGreaterThanOrEqual(0);
    }
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
    const spanOf = (service: string, name: string) =>
      receiver.spansOf(postTraceId).find((one) => one.service === service && one.name === name);
    const asked = spanOf('nordgate-gateway', 'command.send');
    const reacted = spanOf('nordgate-sca', 'events.react');
    expect(await tracedEvents('payments')).toEqual([
      { type: 'PaymentInitiated', span: asked?.spanId },
    ]);
    expect(await tracedEvents('sca')).toEqual([
      { type: 'AuthorisationOpened', span: reacted?.spanId },
    ]);
  });

  it('contains no account, name, PSU or session', () => {
    const told = receiver.requests.join('\n');
    expect(told).toContain(postTraceId);
    for (const secret of ['86011117947', 'Kreditor', psuId, sessionId, 'tpp.example', 'Invoice']) {
      expect(told).not.toContain(secret);
    }
  });

  /** The stored events of a service whose trace is that of the POST: type, and the span in their meta. */
  async function tracedEvents(app: AppName): Promise<{ type: string; span: string }[]> {
    const url = cluster.databaseUrl(app);
    const database = await openDatabase({
      url,
      applicationName: 'test',
      migrations: [],
      poolMax: 1,
    });
    try {
      const { rows } = await database.pool.query<{ type: string; span: string }>(
        `select type, split_part(meta->>'traceparent', '-', 3) as span from es.event
          where split_part(meta->>'traceparent', '-', 2) = $1 order by position`,
        [postTraceId],
      );
      return rows;
    } finally {
      await database.close();
    }
  }
});
