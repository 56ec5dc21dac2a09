import { connect } from 'node:net';
import { startStubbedGateway } from '@nordgate/gateway/testing';
import type { StubbedGateway } from '@nordgate/gateway/testing';
import { createSigner } from '@nordgate/signature';
import type { RequestSigner } from '@nordgate/signature';
import { aDomesticPayment } from '@nordgate/testing';
import { hostileValuesOf, readHeaders } from './hostile-headers.js';
import type { ReadHeader } from './hostile-headers.js';

/** Who sends: a stranger without a valid signature, or a TPP, whose request goes on to the handler. */
export type Sender = 'stranger' | 'tpp';

/** The slowest value of one header. */
export interface HeaderLoad {
  readonly sender: Sender;
  readonly header: string;
  /** The start of the value. */
  readonly value: string;
  readonly milliseconds: number;
  /** Against a plain request of the same run and sender. */
  readonly ratio: number;
}

/** A header may take this many times as long as a plain request. A quadratic expression takes hundreds of times as long. */
export const ratioMax = 10;

/** The loads above the bound. */
export function excessive(loads: readonly HeaderLoad[], max = ratioMax): readonly HeaderLoad[] {
  return loads.filter(({ ratio }) => !(ratio <= max));
}

const path = '/v1/payments/norwegian-domestic-credit-transfers';
/** A value that seems slow is sent again: what a busy machine delays is not slow each time. */
const tries = { max: 10, maxAboveBound: 20 } as const;
const withinMs = 20_000;

/** A request as its headers are sent. */
type Headers = Readonly<Record<string, string>>;

/** Measures, with a whole gateway in this process, the slowest hostile value of every header, for each sender. */
export async function headerLoads(
  headers: readonly ReadHeader[] = readHeaders,
): Promise<readonly HeaderLoad[]> {
  const gateway = await startStubbedGateway();
  try {
    const sign = createSigner(await gateway.newSeal('PSDNO-FSA-900000001'));
    const loads: HeaderLoad[] = [];
    for (const sender of ['stranger', 'tpp'] as const) {
      const plain = await plainMs(gateway, sign, sender);
      for (const header of headers) {
        const slowest = await slowestOf(gateway, { sign, sender, header, plain });
        loads.push({ sender, header: header.name, ...slowest });
      }
    }
    return loads;
  } finally {
    await gateway.stop();
  }
}

/** The median of many plain requests, after the first ones have warmed the process up. */
async function plainMs(
  gateway: StubbedGateway,
  sign: RequestSigner,
  sender: Sender,
): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 150; at += 1) {
    const { milliseconds, status } = await sent(gateway, requestOf(sign, sender));
    const expected = sender === 'tpp' ? 201 : 400;
    if (status !== expected) throw new Error(`a plain request was answered with ${String(status)}`);
    if (at >= 50) times.push(milliseconds);
  }
  return times.sort((one, other) => one - other)[times.length >> 1] ?? 0;
}

interface Measured {
  readonly sign: RequestSigner;
  readonly sender: Sender;
  readonly header: ReadHeader;
  readonly plain: number;
}

async function slowestOf(
  gateway: StubbedGateway,
  { sign, sender, header, plain }: Measured,
): Promise<Pick<HeaderLoad, 'value' | 'milliseconds' | 'ratio'>> {
  let slowest = { value: '', milliseconds: 0, ratio: 0 };
  for (const value of hostileValuesOf(header)) {
    const request = requestOf(sign, sender, { [header.name]: value });
    const milliseconds = await leastOf(gateway, request, {
      above: slowest.milliseconds,
      bound: plain * ratioMax,
    });
    if (milliseconds > slowest.milliseconds) {
      const start = value.slice(0, 12);
      slowest = { value: start, milliseconds, ratio: milliseconds / plain };
    }
  }
  return slowest;
}

/** The shortest time of one request: it is sent again only as long as it seems to be the slowest one. */
async function leastOf(
  gateway: StubbedGateway,
  request: Buffer,
  { above, bound }: { readonly above: number; readonly bound: number },
): Promise<number> {
  let least = Infinity;
  for (let at = 0; at < (least > bound ? tries.maxAboveBound : tries.max); at += 1) {
    least = Math.min(least, (await sent(gateway, request)).milliseconds);
    if (least <= above) return least;
  }
  return least;
}

let requests = 0;

/** The bytes of a payment with these headers in place of those of the same names. */
function requestOf(sign: RequestSigner, sender: Sender, hostile: Headers = {}): Buffer {
  requests += 1;
  const body = JSON.stringify(aDomesticPayment());
  const plain: Headers = {
    ...{ 'x-accept-fix': 'amount-as-string', 'X-Request-ID': `fuzz-${String(requests)}` },
    ...{ 'PSU-ID': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', 'TPP-Session-ID': 's-1' },
    ...{ 'PSU-IP-Address': '192.0.2.1', 'TPP-Redirect-URI': 'https://tpp.example/back' },
  };
  const transport: Headers = {
    ...{ Host: '127.0.0.1', Connection: 'close', 'Content-Type': 'application/json' },
    'Content-Length': String(body.length),
  };
  const headers = replaced(plain, hostile);
  const signed =
    sender === 'tpp'
      ? sign({ method: 'POST', target: path, headers, body, now: new Date(), coversTarget: true })
      : headers;
  // The headers of the signature itself are replaced after it was made.
  const all = replaced({ ...transport, ...signed }, hostile);
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`POST ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'), 'latin1');
}

function replaced(headers: Headers, hostile: Headers): Headers {
  const names = new Set(Object.keys(hostile).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...hostile };
}

/** Sends a request on a new connection. Throws for one that is not answered. */
function sent(
  { url }: StubbedGateway,
  bytes: Buffer,
): Promise<{ readonly milliseconds: number; readonly status: number }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let started = performance.now();
    socket.setTimeout(withinMs, () => socket.destroy(new Error('the gateway has not answered')));
    socket.once('connect', () => {
      started = performance.now();
      socket.write(bytes);
    });
    socket.once('data', (data: Buffer) => {
      const milliseconds = performance.now() - started;
      socket.destroy();
      resolve({ milliseconds, status: Number(data.toString('latin1').slice(9, 12)) });
    });
    socket.once('error', reject);
    socket.once('end', () => {
      resolve({ milliseconds: performance.now() - started, status: 0 });
    });
  });
}
