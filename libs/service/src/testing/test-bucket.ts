import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';

/** Who may write to a test bucket. */
const [accessKeyId, secretAccessKey] = ['test-access-key', 'test secret/key+1'];
const [bucket, region] = ['exports', 'eu-north-1'];
const pageMax = 1000;

/**
 * One bucket of an object store in memory: the calls of the protocol of S3 that an export and an archive make. It checks the
 * signature of each request by AWS's own implementation, and the hash of each object.
 */
export class TestBucket {
  readonly objects = new Map<string, Buffer>();
  /** How many of the next requests are answered with 503. */
  failures = 0;
  requests = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TestBucket> {
    const server = createServer((request, answer) => {
      void made.answer(request, answer);
    });
    const made = new TestBucket(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return made;
  }

  /** What `EXPORT_STORE_FILE` has to contain. */
  get place() {
    const { port } = this.server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${String(port)}`;
    return { kind: 's3', endpoint, bucket, region, accessKeyId, secretAccessKey } as const;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async answer(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    this.requests += 1;
    const body = await buffer(request);
    const url = new URL(request.url ?? '', this.place.endpoint);
    if (this.failures > 0) {
      this.failures -= 1;
      return void answer.writeHead(503).end();
    }
    if (!(await isSigned(request, url))) return refuse(answer, 403, 'SignatureDoesNotMatch');
    const hash = createHash('sha256').update(body).digest('hex');
    if (request.headers['x-amz-content-sha256'] !== hash) {
      return refuse(answer, 400, 'XAmzContentSHA256Mismatch');
    }
    const name = decodeURIComponent(url.pathname).slice(`/${bucket}/`.length);
    if (request.method === 'PUT') {
      this.objects.set(name, body);
      return void answer.end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(name);
      return void answer.writeHead(204).end();
    }
    if (name === '') return void answer.end(this.page(url));
    const found = this.objects.get(name);
    if (found === undefined) return refuse(answer, 404, 'NoSuchKey');
    answer.end(found);
  }

  /** ListObjectsV2: the token of a page is the last name of the page before it. */
  private page({ searchParams }: URL): string {
    const [prefix, after] = ['prefix', 'continuation-token'].map((one) => searchParams.get(one));
    const names = [...this.objects.keys()]
      .filter((name) => name.startsWith(prefix ?? '') && name > (after ?? ''))
      .sort();
    const page = names.slice(0, pageMax);
    const keys = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('');
    const rest = names.length > pageMax;
    const next = rest ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : '';
    return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name>${keys}${next}</ListBucketResult>`;
  }
}

/** Signs the request again with the same secret, and compares. */
async function isSigned(request: IncomingMessage, url: URL): Promise<boolean> {
  const { authorization = '' } = request.headers;
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const date = String(request.headers['x-amz-date']);
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const [year, month, day, hour, minute, second] = parts.map(Number);
  const signingDate = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second));
  const signer = new SignatureV4({
    ...{ credentials: { accessKeyId, secretAccessKey }, region, service: 's3', sha256: Sha256 },
    ...{ uriEscapePath: false, applyChecksum: false },
  });
  const headers = names.map((name) => [name, String(request.headers[name])]);
  const signed = await signer.sign(
    {
      ...{ method: request.method ?? '', protocol: 'http:', hostname: url.hostname },
      ...{ path: url.pathname, query: Object.fromEntries(url.searchParams) },
      headers: Object.fromEntries(headers) as Record<string, string>,
    },
    { signingDate },
  );
  return signatureIn(signed.headers['authorization']) === signatureIn(authorization);
}

const signatureIn = (text = '') => /Signature=([0-9a-f]{64})/.exec(text)?.[1] ?? 'none';

function refuse(answer: ServerResponse, status: number, code: string): void {
  answer.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
}
