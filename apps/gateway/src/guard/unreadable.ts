import { LANGUAGES } from '@nordgate/contracts/texts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TextKey } from '@nordgate/contracts/texts';
import { fault } from '../reply/refused.js';
import { errorBodyOf } from '../reply/tpp-messages.js';

const latestAnswer = new WeakMap<Socket, ServerResponse>();

/** Gives a server the words for what no handler sees. */
export function addUnreadableAnswers(server: Server): void {
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    latestAnswer.set(request.socket, answer);
  });
  server.on('checkExpectation', (_request: IncomingMessage, answer: ServerResponse) => {
    const { status, head, body } = wordsFor('EXPECTATION');
    answer.writeHead(status, head).end(body);
  });
}

/**
 * Answers what Node cannot read as HTTP: too large headers, malformed lines, bad chunks, requests
 * that take too long. The connection ends with it, after the answers to what came before.
 */
export function answerUnreadable(error: { readonly code?: string }, socket: Socket): void {
  const answer = latestAnswer.get(socket);
  const pending = answer !== undefined && !answer.writableFinished;
  if (!socket.writable || error.code === 'ECONNRESET' || (pending && cutShort(answer))) {
    socket.destroy();
  } else if (pending && answer.req.complete) {
    // The fault is in a request behind this one: its answer must not be taken for this one's.
    answer.once('close', () => endWith(socket, error.code));
  } else {
    endWith(socket, error.code);
  }
}

/** The answer has begun although the rest of its request cannot be read. */
const cutShort = (answer: ServerResponse): boolean => answer.headersSent && !answer.req.complete;

function endWith(socket: Socket, code: string | undefined): void {
  if (!socket.writable) return;
  const { status, reason, head, body } = wordsFor(code);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${String(status)} ${reason}\r\n${lines.join('')}\r\n${body}`);
}

interface Failing {
  readonly status: number;
  readonly reason: string;
  readonly rule: TextKey;
}

const malformed: Failing = { status: 400, reason: 'Bad Request', rule: 'request.malformed' };
const failings: Readonly<Record<string, Failing>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', rule: 'request.tooSlow' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    reason: 'Content Too Large',
    rule: 'request.tooLarge',
  },
  EXPECTATION: { status: 417, reason: 'Expectation Failed', rule: 'request.malformed' },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    rule: 'request.tooLarge',
  },
};

function wordsFor(code = '') {
  const { status, reason, rule } = failings[code] ?? malformed;
  const body = JSON.stringify(errorBodyOf([fault('BAD_REQUEST', rule)], LANGUAGES[0]));
  const head = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  return { status, reason, head, body };
}
