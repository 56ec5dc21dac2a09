import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IssuedPem } from '@nordgate/signature/issue';
import { opensslOcspResponse } from '@nordgate/signature/testing';

/** How a fake responder answers. */
export type OcspManner =
  | 'good'
  /** Answers every request with 503. */
  | 'down'
  /** Never answers. */
  | 'slow'
  /** Answers without an end. */
  | 'huge'
  | 'garbage'
  /** Repeats its last response, whatever it is asked. */
  | 'repeating';

/** An OCSP responder for tests. */
export interface FakeOcsp {
  readonly url: string;
  manner: OcspManner;
  /** Who signs. The CA at first. */
  signer: IssuedPem;
  /** PEM of the certificates that it knows as not revoked, and of the revoked ones. */
  known: string[];
  revoked: string[];
  /** Why all of them are revoked. */
  reason: string | undefined;
  /** How long a response counts. */
  minutes: number;
  /** How many requests have arrived. */
  asked: number;
  stop(): Promise<void>;
}

/** Starts a responder of a CA on a free port of loopback. openssl makes its responses. */
export async function startFakeOcsp(ca: IssuedPem): Promise<FakeOcsp> {
  const state = {
    ...{ manner: 'good' as OcspManner, signer: ca, asked: 0, minutes: 60 },
    ...{ known: [] as string[], revoked: [] as string[], reason: undefined as string | undefined },
  };
  let last: Buffer = Buffer.alloc(0);
  const server = createServer((request, response) => {
    state.asked += 1;
    void bodyOf(request).then(async (asked) => {
      const { manner, signer, known: good, revoked, reason, minutes } = state;
      if (manner !== 'good') return misbehave(manner, response, last);
      const options = { signer, good, revoked, minutes, ...(reason !== undefined && { reason }) };
      last = await opensslOcspResponse(ca, asked, options);
      send(response, last);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${String(port)}/`,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

function misbehave(manner: OcspManner, response: ServerResponse, last: Buffer): void {
  if (manner === 'slow') return;
  if (manner === 'down') return void response.writeHead(503).end();
  if (manner === 'repeating') return send(response, last);
  send(response, manner === 'huge' ? Buffer.alloc(1024 * 1024) : Buffer.from('<html>'));
}

function send(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/ocsp-response' }).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
