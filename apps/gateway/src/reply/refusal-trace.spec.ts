import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { createLog, startTelemetry } from '@nordgate/telemetry';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Spans are made, and nobody reads them. */
const unread = {
  onStart: () => undefined,
  onEnd: () => undefined,
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

interface Line {
  readonly msg: string;
  readonly trace_id?: string;
  readonly refused?: { readonly reason: string };
}

describe('the line about a refused request', () => {
  const payment = { method: 'POST', path: singlePath, body: aDomesticPayment() } as const;
  const telemetry = startTelemetry({ service: 'test', version: '0', spanProcessors: [unread] });
  const lines: Line[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Line);
  let gateway: StubbedGateway;
  let tpp: TppClient;
  beforeAll(async () => {
    const log = createLog({ app: 'test', destination: { write } });
    gateway = await startStubbedGateway({}, { log });
    const identity = await gateway.newSeal('PSDNO-FSA-900000001', ['PSP_AI']);
    tpp = new TppClient({ baseUrl: gateway.url, identity, redirectUri: 'https://tpp.example/' });
  });
  afterAll(async () => {
    await gateway.stop();
    await telemetry.stop();
  });
  beforeEach(() => lines.splice(0));

  it.each<[string, TppCall, string]>([
    ['a signature that is too old', { ...payment, sign: { now: new Date(0) } }, 'date-off'],
    ['a role that the TPP does not have', payment, 'role.missing'],
    ['an unknown address', { method: 'GET', path: '/v1/nowhere' }, 'route.unknown'],
    [
      'a body of another type',
      { ...payment, headers: { 'content-type': 'text/plain' } },
      'request.contentType',
    ],
  ])('names the trace of the TPP, for %s', async (_what, call, reason) => {
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await tpp.call({ ...call, headers: { ...call.headers, traceparent } });
    const refused = lines.filter((line) => line.refused !== undefined);
    expect(refused).toMatchObject([{ refused: { reason }, trace_id: traceId }]);
  });
});
