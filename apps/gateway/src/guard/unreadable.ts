import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LANGUAGES } from '@nordgate/contracts/texts';
import type { TextKey } from '@nordgate/contracts/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setAnswerHeaders } from '../reply/answer-headers.js';
import { languageOf } from '../reply/negotiation.js';
import { fault } from '../reply/request-error.js';
import type { RefusalLog } from '../reply/refusal-log.js';
import { errorBodyOf } from '../reply/tpp-messages.js';
import { endUnread } from './unread-bodies.js';

const latestAnswer = new WeakMap<Socket, ServerResponse>();

/** Lets a server answer requests that no hook and no handler sees. */
export function addUnreadableAnswers(server: Server): void {
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    latestAnswer.set(request.socket, answer);
  });
  server.on('checkExpectation', (_request: IncomingMessage, answer: ServerResponse) => {
    const { status, head, body } = answerTo(expectation);
    answer.writeHead(status, head).end(body);
  });
}

/** An error of Node's HTTP parser. */
export interface UnreadableError {
  readonly code?: string;
  /** The words of the parser. */
  readonly reason?: string;
}

/**
 * Answers a request that Node cannot read as HTTP: too large headers, malformed lines, bad chunks, or
 * too slow. Then the connection ends, after the answers to the requests before this one.
 */
export function answerUnreadable(refusals: RefusalLog) {
  return (error: UnreadableError, socket: Socket): void => {
    const kind = kindOf(error);
    const answer = latestAnswer.get(socket);
    const isPending = answer !== undefined && !answer.writableFinished;
    if (!socket.writable || error.code === 'ECONNRESET' || (isPending && isCutShort(answer))) {
      socket.destroy();
      return;
    }
    const { rule: reason, status } = kind;
    const { remoteAddress: address } = socket;
    refusals.write(address, () => ({ reason, code: 'BAD_REQUEST', status, address }));
    if (isPending && answer.req.complete) {
      // A later request is unreadable. Its answer must not be taken for the answer to this one.
      answer.once('close', () => endWith(socket, kind));
    } else {
      endWith(socket, kind);
    }
  };
}

/** The answer has begun although the rest of its request cannot be read. */
const isCutShort = (answer: ServerResponse): boolean => answer.headersSent && !answer.req.complete;

function endWith(socket: Socket, kind: UnreadableKind): void {
  if (!socket.writable) return;
  const { status, reason, head, body } = answerTo(kind);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${String(status)} ${reason}\r\n${lines.join('')}\r\n${body}`);
}

interface UnreadableKind {
  readonly status: number;
  readonly reason: string;
  readonly rule: TextKey;
}

const malformed: UnreadableKind = { status: 400, reason: 'Bad Request', rule: 'request.malformed' };
const expectation: UnreadableKind = {
  status: 417,
  reason: 'Expectation Failed',
  rule: 'request.malformed',
};
const codedTransfer: UnreadableKind = {
  status: 501,
  reason: 'Not Implemented',
  rule: 'request.transferCoding',
};
const kindByCode: Readonly<Record<string, UnreadableKind>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', rule: 'request.tooSlow' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    reason: 'Content Too Large',
    rule: 'request.tooLarge',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    rule: 'request.tooLarge',
  },
};

function kindOf({ code = '', reason = '' }: UnreadableError): UnreadableKind {
  // The same code stands for a request with both a length and a transfer coding, which is malformed.
  const isCoded = code === 'HPE_INVALID_TRANSFER_ENCODING' && !reason.includes('Content-Length');
  return isCoded ? codedTransfer : (kindByCode[code] ?? malformed);
}

function answerTo({ status, reason, rule }: UnreadableKind) {
  const body = JSON.stringify(errorBodyOf([fault('BAD_REQUEST', rule)], LANGUAGES[0]));
  const head = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  return { status, reason, head, body };
}

/**
 * Answers a request that the router rejects before any hook runs: its path cannot be decoded.
 * No hook runs on this answer either.
 */
export function answerFrameworkError(
  _error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const language = languageOf(request.headers['accept-language']);
  const body = JSON.stringify(errorBodyOf([fault('BAD_REQUEST', 'request.malformed')], language));
  void reply.code(400).type('application/json; charset=utf-8');
  setAnswerHeaders(request, reply);
  endUnread(request.raw, reply);
  void reply.send(body);
}
