import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnswerSealer, SEAL_PATH, sealSignature } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature/issue';

/** An answer of the test bank. */
interface GivenAnswer {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes the answer after it was sealed. */
  readonly tamper?: (sent: SentAnswer) => SentAnswer;
}

/** The sent headers and body. */
export interface SentAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request that the test bank received. */
interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A bank on loopback that sends the sealed answers of a test and records all requests. */
export interface SealingBank {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** How often its certificate was fetched. */
  fetched: number;
  /** The seal of the answers, and the published PEM; undefined publishes none. */
  seal: IssuedPem;
  published: string | undefined;
  answer: GivenAnswer;
  stop(): Promise<void>;
}

/** Starts one on any free port. */
export async function startSealingBank(seal: IssuedPem): Promise<SealingBank> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.url === SEAL_PATH) {
        bank.fetched += 1;
        response.writeHead(bank.published === undefined ? 404 : 200).end(bank.published);
        return;
      }
      const { method = '', url: target = '', headers } = request;
      bank.seen.push({ method, target, headers, body: Buffer.concat(parts).toString() });
      const sent = sealed(bank, String(headers['x-request-id']));
      response.writeHead(bank.answer.status ?? 200, sent.headers).end(sent.body);
    });
  });
  const bank: SealingBank = {
    url: '',
    seen: [],
    fetched: 0,
    seal,
    published: seal.certificate,
    answer: {},
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(bank, { url: `http://127.0.0.1:${String(port)}` });
}

function sealed({ seal, answer }: SealingBank, requestId: string): SentAnswer {
  const { body = '{}', headers = {}, tamper = (sent: SentAnswer) => sent } = answer;
  const all: Record<string, string> = { 'x-request-id': requestId, ...headers };
  const prepared = createAnswerSealer(seal)({
    body,
    header: (name) => all[name],
    now: new Date(),
  });
  return tamper({ headers: { ...all, ...prepared.finish(sealSignature(prepared)) }, body });
}
