import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { Current } from '@nordgate/service/settings';
import type { CustomFetch } from 'openid-client';
import { ProviderError } from './provider-failure.js';

/** The largest answer of a provider that the site reads. */
const answerBytesMax = 256 * 1024;

/** Statuses whose answers have no body (Fetch standard, 2.2.3). */
const emptyStatuses = new Set([204, 205, 304]);

/**
 * Sends the requests of `openid-client`, whose signal ends them: over TLS that trusts `ca` of now (PEM; default:
 * the CAs of Node), and without following redirects. Rejects for an answer that is too large, and for
 * every failure of the connection.
 */
export function providerTransport(ca: Current<string> | undefined): CustomFetch {
  return (address, { body, headers, method, signal }) =>
    new Promise<Response>((resolve, reject) => {
      const url = new URL(address);
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const options = { method, headers, ...(ca === undefined ? {} : { ca: ca.value }) };
      const request = send(url, { ...options, ...(signal ? { signal } : {}) }, (answer) => {
        bodyOf(answer).then((text) => resolve(responseOf(answer, text)), reject);
      });
      request.once('error', reject);
      request.end(textOf(body));
    });
}

/** The library sends texts and forms. */
function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('a request to the provider has to be a text or a form');
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > answerBytesMax) {
      answer.destroy();
      const message = `the provider answered with more than ${String(answerBytesMax)} bytes`;
      throw new ProviderError('unavailable', message);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function responseOf({ headers, statusCode = 0 }: IncomingMessage, body: Buffer): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const content = emptyStatuses.has(statusCode) ? null : new Uint8Array(body);
  return new Response(content, { status: statusCode, headers: pairs });
}
