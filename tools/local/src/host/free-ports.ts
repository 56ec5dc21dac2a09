import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { PortClaims } from './port-claims.js';

/**
 * Below the ephemeral ports of the usual systems. An ephemeral port would be a hazard: a client that
 * keeps connecting to a stopped broker may be given the broker's own port as its local port.
 */
const first = 20_000;
const end = 30_000;
const attemptsMax = 200;

/**
 * Different ports of the loopback interface that are free now. For ten minutes no other process of this user gets them
 * from here: servers listen only some time after the choice.
 *
 * @param avoid ports that must not be chosen
 * @throws Error when no free port was found
 */
export async function freePorts(count: number, avoid: readonly number[] = []): Promise<number[]> {
  const claims = PortClaims.ofUser();
  claims.removeEnded();
  const ports: number[] = [];
  for (let attempt = 1; ports.length < count; attempt += 1) {
    if (attempt > attemptsMax) throw new Error(`no free port between ${first} and ${end}`);
    const port = randomInt(first, end);
    if (avoid.includes(port) || !claims.claim(port)) continue;
    // The look itself takes the port for a moment, so it comes after the claim.
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

/** Whether a port of the loopback interface is free. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => done(true));
    });
  });
}
