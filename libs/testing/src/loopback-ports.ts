import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports of the usual systems: a client may be given one of those as its local port before the server
 * listens. `freePorts` of tools/local has the next ten thousand.
 */
const [first, end] = [11_000, 20_000];
const attemptsMax = 200;

/**
 * Different ports of the loopback interface that are free now, for libs. Apps and tools take `freePorts`, which no other process of
 * the same user gets meanwhile.
 *
 * @throws Error when no free port was found
 */
export async function loopbackPorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  for (let attempt = 0; ports.size < count; attempt += 1) {
    if (attempt === attemptsMax)
      throw new Error(`no free port between ${String(first)} and ${String(end)}`);
    const port = randomInt(first, end);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => done(true));
    });
  });
}
