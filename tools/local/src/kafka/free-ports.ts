import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems lend to outgoing connections. Within those, a client that keeps
 * connecting to a stopped broker may be lent the very port that the broker wants back.
 */
const first = 20_000;
const end = 30_000;
const attemptsMax = 200;

/** As many different ports of the loopback interface as asked for, free now and none of `avoid`. */
export async function freePorts(count: number, avoid: readonly number[] = []): Promise<number[]> {
  const ports: number[] = [];
  for (let attempt = 1; ports.length < count; attempt += 1) {
    if (attempt > attemptsMax) throw new Error(`no free port between ${first} and ${end}`);
    const port = randomInt(first, end);
    if (ports.includes(port) || avoid.includes(port)) continue;
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

/** Tells whether a port of the loopback interface is free. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => done(true));
    });
  });
}
