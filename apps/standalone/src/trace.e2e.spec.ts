import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OperationsClient } from '@nordgate/operator/operations-client';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { startTelemetry } from '@nordgate/telemetry';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import {
  accountOf,
  aDomesticPayment,
  approveAt,
  eventually,
  jsonWith,
  meetPsu,
  runBatch,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const tppSpanId = '00f067aa0ba902b7';
const messageType = 'nordgate.message.type';
const correlation = 'nordgate.correlation';

const exporter = new InMemorySpanExporter();
const telemetry = startTelemetry({
  service: 'nordgate',
  version: 'test',
  spanProcessors: [new SimpleSpanProcessor({ exporter })],
});
let test: TestBank;
let world: World;
let approvalHref: string;
let customer: Awaited<ReturnType<typeof setUpSandbox>>[number];

/** Makes a payment in the trace of the TPP. */
beforeAll(async () => {
  test = await startTestBank({ telemetry });
  world = test.world();
  const [debtor, creditor] = await setUpSandbox(world);
  if (debtor === undefined) throw new Error('no customer');
  customer = debtor;
  await meetPsu(world, customer);
  const body = aDomesticPayment({
    debtorAccount: { bban: accountOf(debtor), currency: 'NOK' },
    creditorAccount: { bban: accountOf(creditor), currency: 'NOK' },
  });
  const headers = { traceparent: `00-${traceId}-${tppSpanId}-01` };
  const made = await world.tpp.call({ method: 'POST', path: singlePath, body, headers });
  approvalHref = scaRedirectOf(jsonWith<object>(made, 201));
  // That of payments, and that of sca.
  await eventually('all reactions are traced', () =>
    Promise.resolve(spansOf(traceId).filter(named('slice.commit')).length >= 2),
  );
});
afterAll(() => test.stop());

const spans = () => exporter.getFinishedSpans();
const spansOf = (id: string) => spans().filter((span) => span.spanContext().traceId === id);
const named = (name: string) => (span: ReadableSpan) => span.name === name;
const traceOf = (span: ReadableSpan) => span.spanContext().traceId;
const linkedTraces = ({ links }: ReadableSpan) => links.map(({ context }) => context.traceId);

/** Resolves when what earlier tests began makes no more spans: a read of a view is repeated after a second. */
async function earlierFlowsEnded(): Promise<void> {
  await eventually('earlier flows have ended', async () => {
    const before = spans().length;
    await pause(2_000);
    return spans().length === before;
  });
}

/** The only decision on a command of this type. */
async function decisionOn(type: string): Promise<ReadableSpan> {
  const found = () =>
    spans().filter((one) => one.name === 'command.decide' && one.attributes[messageType] === type);
  await eventually(`${type} is decided`, () => Promise.resolve(found().length > 0));
  const [only, ...more] = found();
  if (only === undefined || more.length > 0) throw new Error(`not one decision on ${type}`);
  return only;
}

/** `parent > child` of every span of a trace. */
function edgesOf(id: string): string[] {
  const nameById = new Map(spansOf(id).map((span) => [span.spanContext().spanId, span.name]));
  const edges = spansOf(id).map((span) => {
    const parent = span.parentSpanContext?.spanId ?? 'root';
    const known = { [tppSpanId]: 'tpp', root: 'root' }[parent];
    return `${nameById.get(parent) ?? known ?? '?'} > ${span.name}`;
  });
  return [...new Set(edges)].sort();
}

describe('the trace of a payment', () => {
  it("goes from the TPP's POST over the decision to the reactions of other services", () => {
    // A read depends on what the gateway knows already: the TPP, and the outcome of the command.
    const edges = edgesOf(traceId).filter((edge) => !edge.endsWith(' > view.read'));
    expect(edges).toEqual([
      'command.send > command.decide',
      'command.send > events.react',
      'command.send > slice.commit',
      'events.react > slice.commit',
      'http.server.request > command.send',
      'http.server.request > signature.verify',
      'tpp > http.server.request',
    ]);
  });

  it('has every consumer as a child of the sender, with a link to the sender', () => {
    const takers = spansOf(traceId).filter(({ name }) =>
      ['command.decide', 'events.react', 'slice.commit'].includes(name),
    );
    expect(takers.length).toBeGreaterThan(2);
    for (const { name, links, parentSpanContext } of takers) {
      const linked = links.map(({ context }) => context.spanId);
      expect([name, linked]).toEqual([name, [parentSpanContext?.spanId]]);
    }
  });

  it('describes messages by the attributes of OpenTelemetry, and their keys by a hash', async () => {
    const { attributes: decided } = await decisionOn('InitiatePayment');
    const topic = 'payments.commands.v1';
    expect(decided).toEqual({
      'messaging.system': 'memory',
      'messaging.destination.name': topic,
      'messaging.destination.partition.id': expect.stringMatching(/^[01]$/) as string,
      'messaging.consumer.group.name': 'payments',
      'messaging.operation.name': 'decide',
      'messaging.operation.type': 'process',
      'nordgate.app': 'payments',
      'nordgate.message.type': 'InitiatePayment',
      'nordgate.correlation': expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
    const send = spansOf(traceId).find(named('command.send'));
    expect(send?.attributes).toEqual({
      'messaging.system': 'memory',
      'messaging.destination.name': topic,
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'nordgate.message.type': 'InitiatePayment',
      'nordgate.correlation': decided[correlation],
    });
    const reactions = spansOf(traceId).filter(
      ({ name, attributes }) =>
        name === 'events.react' && attributes[messageType] === 'PaymentInitiated',
    );
    const groups = ['sca.open-payment-authorisations'];
    const attributesOf = (group: string) => ({
      'messaging.system': 'memory',
      'messaging.destination.name': 'payments.events.v1',
      'messaging.destination.partition.id': '0',
      'messaging.consumer.group.name': group,
      'messaging.operation.name': 'react',
      'messaging.operation.type': 'process',
      'nordgate.message.type': 'PaymentInitiated',
      'nordgate.correlation': decided[correlation],
    });
    const byGroup = reactions.map(({ attributes }) => attributes);
    expect(byGroup).toHaveLength(groups.length);
    expect(byGroup).toEqual(expect.arrayContaining(groups.map(attributesOf)));
  });
});

describe('a flow that goes on after the trace of its request', () => {
  it('begins a trace with the approval, which links to that of the payment', async () => {
    await approveAt(world, approvalHref, customer);
    const asked = await decisionOn('InitiatePayment');
    const approved = await decisionOn('AuthorisePayment');
    expect(traceOf(approved)).not.toBe(traceId);
    expect(linkedTraces(approved)).toContain(traceId);
    expect(edgesOf(traceOf(approved))).toEqual(
      expect.arrayContaining([
        'root > http.server.request',
        'http.server.request > command.decide',
        'command.decide > events.react',
        'events.react > command.decide',
        'events.react > slice.commit',
      ]),
    );
    expect(approved.attributes[correlation]).toBe(asked.attributes[correlation]);
    // The log-in has touched the authorisation.
    const logIns = spans().filter(
      (one) => named('command.decide')(one) && one.attributes[messageType] === 'IdentifyPsu',
    );
    expect(logIns.flatMap(linkedTraces)).toContain(traceId);
  });

  it('begins a trace with the run of the batch, which links to that of the payment', async () => {
    await runBatch(world);
    const asked = await decisionOn('InitiatePayment');
    const claimed = await decisionOn('ClaimPayment');
    expect(traceOf(claimed)).not.toBe(traceId);
    expect(linkedTraces(claimed)).toContain(traceId);
    expect(claimed.attributes[correlation]).toBe(asked.attributes[correlation]);
  });

  it('is not continued by a rebuild of projections and views, which makes no spans', async () => {
    const secrets = join(test.dataDir, 'secrets');
    const settings = { OPERATIONS_URL: test.bank.operationsUrl, NORDGATE_SECRETS_DIR: secrets };
    const client = await OperationsClient.open(settings);
    const said: string[] = [];
    const operator = (...args: readonly string[]) =>
      operatorProgram(client, (text) => said.push(text)).parseAsync(args, { from: 'user' });
    await earlierFlowsEnded();
    const before = spans().length;
    await operator('projection', 'rebuild', 'payments', 'payment');
    await operator('projection', 'rebuild', 'payments', 'payments-to-sign');
    await eventually('both are rebuilt', async () => {
      await operator('projection', 'list', 'payments');
      return !/rebuilding/.test(said.at(-1) ?? '');
    });
    // An app may ask another one by the clock, also during a rebuild.
    const made = spans()
      .slice(before)
      .filter(({ name }) => name !== 'view.read');
    expect(said.join()).toContain('payments-to-sign');
    expect(made.map(({ name }) => name)).toEqual([]);
  });
});
