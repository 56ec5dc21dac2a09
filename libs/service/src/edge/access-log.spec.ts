import { createLog } from '@nordgate/telemetry';
import fastify from 'fastify';
import { addAccessLog } from './access-log.js';

/** The lines that requests to these addresses leave. */
async function linesOf(level: string, ...urls: string[]): Promise<object[]> {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ app: 'gateway', level, destination });
  const server = fastify();
  server.decorateRequest('tppId', 'PSDNO-FSA-123456789');
  addAccessLog(server, log);
  for (const route of ['/v1/accounts/:accountId', '/health/live']) {
    server.get(route, (_request, reply) => reply.code(202).send({}));
  }
  for (const url of urls) await server.inject({ url });
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
