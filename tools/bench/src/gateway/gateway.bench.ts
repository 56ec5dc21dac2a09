import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { IssuedPem } from '@nordgate/signature/issue';
import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { requestBytes, requestsPerSecond } from '../http-load.js';
import type { Comparison } from '../rounds.js';

const connections = 32;
const requestsPerRound = 3000;
/** Many short rounds: a change of the machine's speed then affects few of them. */
const rounds = 31;
/** Below the 60 seconds that a Date header may be off. */
const signedForMs = 20_000;
const bodyBytes = 500;
const psu = { 'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', 'tpp-session-id': 'bench' };

/**
 * The whole gateway with a stubbed bus against a minimal server, from socket to socket, by the processor
 * time of each process.
 */
export async function gatewayBench(): Promise<Comparison & { stop(): Promise<void> }> {
  const [ours, inline] = await Promise.all([
    BenchedServer.start('ours'),
    BenchedServer.start('inline'),
  ]);
  return {
    name: `gateway, bus stubbed, ${String(connections)} connections, per processor second`,
    target: 1.2,
    rounds,
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

/** A server of a bench as a process, and the requests for it. */
export class BenchedServer {
  private requests: readonly Buffer[] = [];
  private signedAtMs = 0;

  private constructor(
    private readonly child: ChildProcess,
    private readonly tpp: TppClient,
    private readonly count: number,
  ) {}

  /**
   * @param tracing an OTLP address and the share of traces that are recorded whole; without it no spans are made
   * @param count the requests of a round
   */
  static async start(
    name: 'ours' | 'inline',
    tracing: readonly [endpoint: string, share: number] | readonly [] = [],
    count = requestsPerRound,
  ): Promise<BenchedServer> {
    const child = fork(join(import.meta.dirname, 'server.js'), [name, ...tracing.map(String)]);
    const [{ url: baseUrl, identity }] = (await once(child, 'message')) as [Introduction];
    const redirectUri = 'https://tpp.example/back';
    return new BenchedServer(child, new TppClient({ baseUrl, identity, redirectUri }), count);
  }

  /** Requests per second of the server's processor time. They are signed before the measurement. */
  async rate(): Promise<number> {
    if (Date.now() - this.signedAtMs > signedForMs) {
      this.sign();
      await this.sendAll();
    }
    const before = await this.cpuSeconds();
    await this.sendAll();
    return this.requests.length / ((await this.cpuSeconds()) - before);
  }

  private sign(): void {
    const host = new URL(this.tpp.options.baseUrl).host;
    this.requests = Array.from({ length: this.count }, () => {
      const body = bytesOf(bodyBytes);
      const call = { method: 'POST', path: singlePath, headers: psu, body } as const;
      const signed = this.tpp.signed({ ...call, sign: { wrap: 'utf-8-B' } });
      return requestBytes({ ...call, ...signed }, host);
    });
    this.signedAtMs = Date.now();
  }

  private async sendAll(): Promise<void> {
    const { baseUrl } = this.tpp.options;
    await requestsPerSecond(baseUrl, this.requests, { connections, status: 201 });
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

/** A payment of this many bytes, padded with white space between its members. */
function bytesOf(length: number): Buffer {
  const text = JSON.stringify(aDomesticPayment());
  return Buffer.from(`${text.slice(0, -1)}${' '.repeat(Math.max(length - text.length, 0))}}`);
}
