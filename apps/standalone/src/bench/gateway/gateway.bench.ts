import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { IssuedPem } from '@nordgate/signature';
import { aDomesticPayment, singlePath, TppClient } from '@nordgate/testing';
import { requestOctets, requestsPerSecond } from '../http-load.js';
import type { Comparison } from '../rounds.js';

const connections = 32;
const requestsSigned = 4000;
const timesEach = 4;
const bodyBytes = 500;
const psu = { 'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', 'tpp-session-id': 'bench' };

/**
 * The whole gateway, its bus stubbed, against the least that a server could do: from socket to
 * socket, by the processor time that each of the two processes takes.
 */
export async function gatewayBench(): Promise<Comparison & { stop(): Promise<void> }> {
  const [ours, inline] = await Promise.all([Contestant.start('ours'), Contestant.start('inline')]);
  return {
    name: `gateway, bus stubbed, ${String(connections)} connections, per processor second`,
    target: 1.2,
    against: 'Fastify that verifies inline and has Ajv judge the body',
    ours: () => ours.rate(),
    baseline: () => inline.rate(),
    stop: async () => void (await Promise.all([ours.stop(), inline.stop()])),
  };
}

interface Introduction {
  readonly url: string;
  readonly identity: IssuedPem;
}

class Contestant {
  private constructor(
    private readonly child: ChildProcess,
    private readonly tpp: TppClient,
  ) {}

  static async start(name: 'ours' | 'inline'): Promise<Contestant> {
    const child = fork(join(import.meta.dirname, 'server.js'), [name]);
    const [{ url: baseUrl, identity }] = (await once(child, 'message')) as [Introduction];
    const redirectUri = 'https://tpp.example/back';
    return new Contestant(child, new TppClient({ baseUrl, identity, redirectUri }));
  }

  /** Requests per second of the server's processor time; they are signed before it counts. */
  async rate(): Promise<number> {
    const { baseUrl } = this.tpp.options;
    const host = new URL(baseUrl).host;
    const requests = Array.from({ length: requestsSigned }, () => {
      const body = octetsOf(bodyBytes);
      const call = { method: 'POST', path: singlePath, headers: psu, body } as const;
      const signed = this.tpp.signed({ ...call, sign: { wrap: 'utf-8-B' } });
      return requestOctets({ ...call, ...signed }, host);
    });
    const before = await this.cpuSeconds();
    // A round is long enough for what happens once in it to weigh little.
    const all = Array.from({ length: timesEach }, () => requests).flat();
    await requestsPerSecond(baseUrl, all, { connections, status: 201 });
    return all.length / ((await this.cpuSeconds()) - before);
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.disconnect();
    await gone;
  }

  private async cpuSeconds(): Promise<number> {
    this.child.send('cpu');
    const [{ user, system }] = (await once(this.child, 'message')) as [NodeJS.CpuUsage];
    return (user + system) / 1e6;
  }
}

/** A payment of so many octets: white space between members is none of its text. */
function octetsOf(length: number): Buffer {
  const text = JSON.stringify(aDomesticPayment());
  return Buffer.from(`${text.slice(0, -1)}${' '.repeat(Math.max(length - text.length, 0))}}`);
}
