import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Why no hook and no handler sees a request. */
export type UnreadableReason =
  | 'malformed'
  /** The header Expect names something else than 100-continue (RFC 9110, 10.1.1). */
  | 'expectation'
  /** A transfer coding that Node does not know (RFC 9112, 6.1). */
  | 'transfer-coding'
  | 'too-slow'
  | 'body-too-large'
  | 'headers-too-large';

/** A request that Node cannot read, with the status of its answer. */
export interface UnreadableRequest {
  readonly why: UnreadableReason;
  readonly status: number;
  /** The reason phrase of the status line. */
  readonly phrase: string;
  /** The headers of the request where Node has read them; otherwise the last bytes, if Node has them. */
  readonly raw?: Uint8Array | undefined;
}

/** How a server answers what Node cannot read. */
export interface UnreadableAnswers {
  readonly answer: (request: UnreadableRequest) => {
    readonly head: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** Called for each request that ends its connection. */
  readonly onRefusal?: (request: UnreadableRequest, address: string | undefined) => void;
}

/** An error of Node's HTTP parser. */
export interface UnreadableError {
  readonly code?: string;
  /** The words of the parser. */
  readonly reason?: string;
  /** The bytes that were read last. */
  readonly rawPacket?: unknown;
}

const latestAnswer = new WeakMap<Socket, ServerResponse>();

/** Lets a server answer requests that no hook and no handler sees. */
export function addUnreadableAnswers(
  server: Server,
  answers: Pick<UnreadableAnswers, 'answer'>,
): void {
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    latestAnswer.set(request.socket, answer);
  });
  server.on('checkExpectation', (expecting: IncomingMessage, answer: ServerResponse) => {
    const request = requestOf('expectation', headersOf(expecting));
    const { head, body } = wholeAnswer(request, answers);
    answer.writeHead(request.status, head).end(body);
  });
}

/**
 * Answers a request that Node cannot read as HTTP: too large headers, malformed lines, bad chunks, or
 * too slow. Then the connection ends, after the answers to the requests before this one.
 */
export function answerUnreadable(answers: UnreadableAnswers) {
  return (error: UnreadableError, socket: Socket): void => {
    const answer = latestAnswer.get(socket);
    const isPending = answer !== undefined && !answer.writableFinished;
    if (!socket.writable || error.code === 'ECONNRESET' || (isPending && isCutShort(answer))) {
      socket.destroy();
      return;
    }
    const { rawPacket } = error;
    const packet = rawPacket instanceof Uint8Array ? rawPacket : undefined;
    // The rest of a request that has begun has no headers, and a slow one has no packet at all.
    const hasBegun = isPending && !answer.req.complete;
    const request = requestOf(whyOf(error), hasBegun ? headersOf(answer.req) : packet);
    answers.onRefusal?.(request, socket.remoteAddress);
    if (isPending && answer.req.complete) {
      // A later request is unreadable. Its answer must not be taken for the answer to this one.
      answer.once('close', () => endWith(socket, request, answers));
    } else {
      endWith(socket, request, answers);
    }
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Uint8Array {
  const lines = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  return Buffer.from(lines.join(''), 'latin1');
}

/** The answer has begun although the rest of its request cannot be read. */
const isCutShort = (answer: ServerResponse): boolean => answer.headersSent && !answer.req.complete;

function endWith(socket: Socket, request: UnreadableRequest, answers: UnreadableAnswers): void {
  if (!socket.writable) return;
  const { head, body } = wholeAnswer(request, answers);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  const { status, phrase } = request;
  socket.end(`HTTP/1.1 ${String(status)} ${phrase}\r\n${lines.join('')}\r\n${body}`);
}

function wholeAnswer(request: UnreadableRequest, { answer }: Pick<UnreadableAnswers, 'answer'>) {
  const { head, body } = answer(request);
  const length = String(Buffer.byteLength(body));
  return { head: { ...head, 'content-length': length, connection: 'close' }, body };
}

const statusOf: { readonly [Why in UnreadableReason]: readonly [status: number, phrase: string] } =
  {
    malformed: [400, 'Bad Request'],
    'too-slow': [408, 'Request Timeout'],
    'body-too-large': [413, 'Content Too Large'],
    expectation: [417, 'Expectation Failed'],
    'headers-too-large': [431, 'Request Header Fields Too Large'],
    'transfer-coding': [501, 'Not Implemented'],
  };

const whyByCode: ReadonlyMap<string, UnreadableReason> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'too-slow'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'body-too-large'],
  ['HPE_HEADER_OVERFLOW', 'headers-too-large'],
]);

function whyOf({ code = '', reason = '' }: UnreadableError): UnreadableReason {
  // The same code stands for a request with both a length and a transfer coding, which is malformed.
  const isCoded = code === 'HPE_INVALID_TRANSFER_ENCODING' && !reason.includes('Content-Length');
  return isCoded ? 'transfer-coding' : (whyByCode.get(code) ?? 'malformed');
}

function requestOf(why: UnreadableReason, raw?: Uint8Array): UnreadableRequest {
  const [status, phrase] = statusOf[why];
  return { why, status, phrase, raw };
}
