import { createLog } from '@nordgate/telemetry';
import fastify from 'fastify';
import type { InjectOptions } from 'fastify';
import { addAccessLog } from './access-log.js';

/** The lines that these requests leave. */
async function linesOf(level: string, ...requests: (string | InjectOptions)[]): Promise<object[]> {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ app: 'gateway', level, destination });
  const server = fastify();
  server.decorateRequest('tppId', 'PSDNO-FSA-123456789');
  addAccessLog(server, log);
  for (const route of ['/v1/accounts/:accountId', '/health/live']) {
    server.get(route, (_request, reply) => reply.code(202).send({}));
  }
  for (const request of requests) await server.inject(request);
  await server.close();
  return lines.map((line) => JSON.parse(line) as object);
}

const account = '/v1/accounts/NO9386011117947?psu=Kari&iban=NO9386011117947';

describe('the access log', () => {
  it('names route, status, duration and TPP, and nothing of the address or the query', async () => {
    const [line] = await linesOf('info', account);
    expect(line).toEqual({
      ...{ level: 'info', time: expect.any(String) as string, app: 'gateway', msg: 'request' },
      ...{ method: 'GET', route: '/v1/accounts/:accountId', status: 202 },
      ...{ ms: expect.any(Number) as number, tpp: 'PSDNO-FSA-123456789' },
    });
  });

  it('names the X-Request-ID when it is an id, and not when it is a text', async () => {
    const requestId = '5d0d1c0e-2f0b-4d3b-9c4e-0c7f2a8f6f11';
    const [named, nameless] = await linesOf(
      'info',
      { url: account, headers: { 'x-request-id': requestId } },
      { url: account, headers: { 'x-request-id': 'Kari Kreditor' } },
    );
    expect(named).toMatchObject({ requestId });
    expect(nameless).not.toHaveProperty('requestId');
  });

  it('calls an address without a route unknown', async () => {
    const [line] = await linesOf('info', '/v1/NO9386011117947');
    expect(line).toMatchObject({ route: 'unknown', status: 404 });
  });

  it('has the probes at debug only', async () => {
    expect(await linesOf('info', '/health/live')).toEqual([]);
    expect(await linesOf('debug', '/health/live')).toMatchObject([{ route: '/health/live' }]);
  });

  it('has no lines above info', async () => {
    expect(await linesOf('warn', account)).toEqual([]);
  });
});
