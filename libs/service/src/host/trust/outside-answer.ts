import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Agent, request } from 'undici';

/** Certificates of a connection, PEM. */
export interface OutsideTls {
  /** The CAs of the server. Default: those of Node. */
  readonly ca?: string | undefined;
  /** The client's certificate and key. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** A request to a service outside the bank. */
export interface OutsideQuestion {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly tls?: OutsideTls;
  /** Limit from end to end. */
  readonly timeoutMs: number;
  /** Limit of the body after it is unpacked. */
  readonly bytesMax: number;
}

export interface OutsideAnswer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

/**
 * Asks a service outside the bank once, on a new connection, so that new certificates of either side count
 * at once. Follows no redirect. Unpacks gzip. Rejects with an Error that has no part of the answer's body.
 */
export async function outsideAnswer(question: OutsideQuestion): Promise<OutsideAnswer> {
  const { url, method, headers, body, tls, timeoutMs, bytesMax } = question;
  const agent = new Agent({ connect: { ...tls }, connectTimeout: timeoutMs });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await request(url, {
      method,
      headers,
      signal,
      dispatcher: agent,
      ...(body !== undefined && { body }),
    });
    const header = (name: string) => [answer.headers[name]].flat()[0];
    const bytes = await wholeBody(answer.body, header('content-encoding'), bytesMax);
    return { status: answer.statusCode, header, body: bytes };
  } catch (error) {
    if (signal.aborted)
      throw new Error(`no answer within ${String(timeoutMs)} ms`, { cause: error });
    throw error;
  } finally {
    await agent.destroy();
  }
}

async function wholeBody(
  body: Readable,
  encoding: string | undefined,
  bytesMax: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(body, encoding)) {
    size += (chunk as Buffer).length;
    if (size > bytesMax) throw new Error(`the answer has more than ${String(bytesMax)} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function unpacked(body: Readable, encoding = 'identity'): AsyncIterable<unknown> {
  if (encoding === 'identity') return body;
  if (encoding !== 'gzip') throw new Error('the answer is packed with something other than gzip');
  const gunzip = createGunzip();
  // Without this a connection that ends early would leave the reader of gunzip waiting.
  body.on('error', (error) => gunzip.destroy(error));
  return body.pipe(gunzip);
}
