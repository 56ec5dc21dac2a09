import { restoredDatabase } from '@nordgate/event-store';
import type { AppName } from '@nordgate/local/cluster';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { aDomesticPayment, eventually, jsonWith, singlePath } from '@nordgate/testing';
import type { ReceivedSpan } from './testing/otlp-receiver.js';
import { nameOf, patient, TracedCluster, tppSpanId } from './testing/traced-cluster.js';

const limitMs = 600_000;
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const services: readonly AppName[] = ['payments', 'baskets', 'sca', 'accounts', 'batch'];
const reactions = ['baskets events.react', 'batch events.react', 'sca events.react'];

describe('the replay of all services of a bank on Kafka', () => {
  let bank: TracedCluster;
  /** The traces before the replay, and the spans after it. */
  let former: ReadonlySet<string>;
  let replayed: readonly ReceivedSpan[];

  beforeAll(async () => {
    bank = await TracedCluster.start();
    const { tpp } = bank.world();
    tpp.actFor({ psuId: '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', tppSessionId: 'a-session' });
    const headers = {
      traceparent: `00-${traceId}-${tppSpanId}-01`,
      tracestate: 'tpp=1',
      // Without it the gateway asks sca about the PSU.
      'psu-context': 'PRIVATE',
    };
    const call = { method: 'POST', path: singlePath, body: aDomesticPayment(), headers } as const;
    const { paymentId } = jsonWith<{ paymentId: string }>(await tpp.call(call), 201);
    // Baskets and batch read the end of a payment, and not its beginning.
    const path = `${singlePath}/${paymentId}`;
    expect((await tpp.call({ method: 'DELETE', path, headers })).status).toBe(204);
    // Nobody touches the authorisation, so sca publishes nothing.
    await bank.exported(traceId, ...reactions);
    await bank.stopApps();
    former = new Set(bank.receiver.spans.map((span) => span.traceId));
    const before = bank.receiver.spans.length;
    for (const app of services) await replay(app);
    await bank.startApps();
    const handledAgain = () => {
      const made = bank.receiver.spans.slice(before).map(nameOf);
      return reactions.every((name) => made.includes(name));
    };
    await eventually('the events of the payment are handled again', handledAgain, patient);
    await bank.stopApps();
    replayed = bank.receiver.spans.slice(before);
  }, limitMs);
  afterAll(() => bank.stop(), limitMs);

  /** The stopped service publishes all its events again, as if they were two hours old. */
  async function replay(app: AppName): Promise<void> {
    await bank.query(app, `update es.event set at = at - interval '2 hours'`);
    const url = bank.cluster.databaseUrl(app);
    // The server ends a closed session a moment later, and a replay refuses a database in use.
    await eventually(`nobody uses the database of ${app}`, async () => {
      return (await restoredDatabase(url)).sessions.length === 0;
    });
    const none = { run: () => Promise.reject(new Error('a replay asks no service')) };
    const said: string[] = [];
    const args = ['restore', 'replay', '--database-url', url];
    await operatorProgram(none, (text) => said.push(text)).parseAsync(args, { from: 'user' });
    expect(said.join()).toContain('will replay');
  }

  const ofReplay = () => replayed.filter(({ name }) => name.startsWith('events.'));

  it('adds no span to a trace from before', () => {
    expect(former).toContain(traceId);
    expect(ofReplay().length).toBeGreaterThanOrEqual(4);
    expect(replayed.filter((span) => former.has(span.traceId)).map(nameOf)).toEqual([]);
  });

  it('begins a marked trace with each publication and each reaction', () => {
    for (const span of ofReplay()) {
      const { parentSpanId, attributes } = span;
      const seen = [nameOf(span), parentSpanId, attributes['nordgate.replayed']];
      expect(seen).toEqual([nameOf(span), undefined, true]);
    }
  });

  it('leads from each reaction over links to the trace of the request', () => {
    const relays = replayed.filter(
      ({ name, linkedTraceIds }) => name === 'events.relay' && linkedTraceIds.includes(traceId),
    );
    expect(new Set(relays.map(nameOf))).toEqual(new Set(['payments events.relay']));
    const relayed = new Set(relays.map((span) => span.traceId));
    const reacted = replayed.filter(
      ({ name, linkedTraceIds }) =>
        name === 'events.react' && linkedTraceIds.some((one) => relayed.has(one)),
    );
    expect(new Set(reacted.map(nameOf))).toEqual(new Set(reactions));
  });
});
