import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** How a fake register answers. */
export type RegisterManner =
  | 'good'
  /** Answers every request with 503. */
  | 'down'
  /** Never answers. */
  | 'slow'
  /** A valid list that is far larger than any register, packed into little. */
  | 'huge'
  | 'garbage'
  /** Sends the client elsewhere. */
  | 'elsewhere'
  /** Knows no ETag. */
  | 'forgetful';

/** A service of the register of TPPs for tests. */
export interface FakeRegister {
  readonly url: string;
  /** The list to answer with. */
  entries: readonly unknown[];
  manner: RegisterManner;
  /** The headers of the requests, oldest first, and the status of each answer. */
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly status: number }[];
  stop(): Promise<void>;
}

/** Starts a register on a free port of loopback; with `tls` over https. */
export async function startFakeRegister(tls?: ServerOptions): Promise<FakeRegister> {
  const fake: Pick<FakeRegister, 'entries' | 'requests'> & { manner: RegisterManner } = {
    ...{ entries: [], requests: [], manner: 'good' },
  };
  const listener: RequestListener = (request, response) => {
    if (fake.manner === 'slow') return;
    answer(fake, request, response);
    fake.requests.push({ headers: request.headers, status: response.statusCode });
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${String(port)}/tpps`,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

function answer(
  { entries, manner }: Pick<FakeRegister, 'entries' | 'manner'>,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  if (manner === 'down') return void response.writeHead(503).end();
  if (manner === 'elsewhere') return void response.writeHead(302, { location: '/other' }).end();
  if (manner === 'huge') return send(response, `[${' '.repeat(64 * 1024 * 1024)}]`);
  if (manner === 'garbage') return send(response, '<html>');
  const text = JSON.stringify(entries);
  if (manner === 'forgetful') return send(response, text);
  const etag = `"${createHash('sha256').update(text).digest('hex')}"`;
  if (headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  response.setHeader('etag', etag);
  send(response, text);
}

function send(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(gzipSync(text));
}
