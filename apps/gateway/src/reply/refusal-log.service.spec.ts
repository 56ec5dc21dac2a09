import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { createLog } from '@nordgate/telemetry';
import { rawRequest } from '../testing/raw-request.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import { RefusalLog } from './refusal-log.service.js';
import type { RefusedRequest } from './refusal-log.service.js';

interface Line {
  readonly level: string;
  readonly refused: RefusedRequest;
  readonly leftOut: number;
  readonly trace_id?: string;
}

/** A log, and the lines that were written to it. */
function aLog() {
  const lines: Line[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Line);
  return { lines, log: createLog({ app: 'test', destination: { write } }) };
}

describe('the log of refusals', () => {
  const refused = (address: string) => ({ reason: 'r', code: 'c', status: 400, address });
  let nowMs: number;
  const opened = () => {
    const { lines, log } = aLog();
    const refusals = new RefusalLog(log, () => nowMs);
    const write = (address: string) => refusals.write(address, () => refused(address));
    return { lines, write };
  };
  beforeEach(() => void (nowMs = 0));

  it('has a bounded number of lines per second for one address, and counts the others', () => {
    const { lines, write } = opened();
    for (let count = 0; count < 100; count += 1) write('192.0.2.1');
    expect(lines).toHaveLength(5);
    nowMs = 1000;
    write('192.0.2.2');
    expect(lines.at(-1)).toMatchObject({ refused: { address: '192.0.2.2' }, leftOut: 95 });
    write('192.0.2.2');
    expect(lines.at(-1)?.leftOut).toBe(0);
  });

  it('has a bounded number of lines per second for all addresses together', () => {
    const { lines, write } = opened();
    for (let count = 0; count < 100; count += 1) write(`192.0.2.${String(count)}`);
    expect(lines).toHaveLength(20);
  });
});

describe('a refused request', () => {
  const call: TppCall = { method: 'POST', path: singlePath, body: aDomesticPayment() };
  let gateway: StubbedGateway;
  let tpp: TppClient;
  let lines: Line[];
  beforeEach(async () => {
    const logged = aLog();
    lines = logged.lines;
    gateway = await startStubbedGateway({}, { log: logged.log });
    const identity = await gateway.newSeal('PSDNO-FSA-900000001', ['PSP_AI']);
    tpp = new TppClient({ baseUrl: gateway.url, identity, redirectUri: 'https://tpp.example/' });
  });
  afterEach(() => gateway.stop());
  const linesOfRefusals = () => lines.filter((line) => 'refused' in line);
  const fingerprint = expect.stringMatching(/^[0-9a-f]{64}$/) as string;

  it('of a verified TPP has one line with the TPP, its certificate, its X-Request-ID, the address and the reason', async () => {
    const requestId = '5d0d1c0e-2f0b-4d3b-9c4e-0c7f2a8f6f11';
    expect((await tpp.call({ ...call, headers: { 'x-request-id': requestId } })).status).toBe(403);
    expect(linesOfRefusals()).toMatchObject([
      {
        refused: {
          ...{ reason: 'role.missing', code: 'FORBIDDEN', status: 403, address: '127.0.0.1' },
          ...{ method: 'POST', route: '/v1/payments/:product' },
          ...{ tpp: 'PSDNO-FSA-900000001', fingerprint, requestId },
        },
      },
    ]);
  });

  it('of a stranger has one line without a TPP', async () => {
    await tpp.call({ ...call, sign: { now: new Date(0) } });
    const [line, ...others] = linesOfRefusals();
    expect(others).toEqual([]);
    expect(line?.refused).toMatchObject({ reason: 'date-off', status: 400, fingerprint });
    expect(line?.refused).not.toHaveProperty('tpp');
  });

  it('that is no HTTP has one line with its address', async () => {
    await rawRequest(gateway.url, 'nonsense\r\n\r\n');
    expect(linesOfRefusals()).toMatchObject([
      { refused: { reason: 'request.malformed', status: 400, address: '127.0.0.1' } },
    ]);
  });

  it('is counted by its reason', async () => {
    await tpp.call(call);
    const metrics = await gateway.telemetry.scrape();
    expect(metrics).toMatch(/refusals_total\{[^}]*"FORBIDDEN"[^}]*"role.missing"[^}]*\} \d+/);
  });
});
