import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES } from '@nordgate/contracts/texts';
import type { TextKey } from '@nordgate/contracts/texts';
import type {
  UnreadableAnswers,
  UnreadableReason,
  UnreadableRequest,
} from '@nordgate/service/edge';
import { hasBody } from './request-limits.hook.js';
import { setAnswerHeaders } from '../reply/answer-headers.hook.js';
import { languageOf } from '../reply/negotiation.js';
import { fault } from '../reply/request-error.js';
import type { RefusalLog } from '../reply/refusal-log.service.js';
import { errorBodyOf } from '../reply/tpp-messages.js';

/** How much of a refused body is thrown away, and for how long, before the connection is dropped. */
const drainedBytesMax = 256 * 1024;
const drainedMsMax = 1000;

/**
 * Ends the connection with each answer that leaves before the body of its request has arrived: the
 * body of a refused request is neither read nor waited for.
 */
export function addUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (!hasBody(raw) || raw.complete) return done(null, payload);
    // Node may still be parsing the packet that has the end of the body.
    setImmediate(() => {
      endUnread(raw, reply);
      done(null, payload);
    });
  });
}

/** Does the same for an answer that no hook sees. */
function endUnread(raw: IncomingMessage, reply: FastifyReply): void {
  const { socket } = raw;
  if (!hasBody(raw) || raw.complete || raw.destroyed) return;
  void reply.header('connection', 'close');
  // Node calls this after the answer. To drop the connection at once would reset it, and a client that
  // is still sending would lose the answer (RFC 9112 section 9.6).
  socket.destroySoon = () => drain(socket);
}

function drain(socket: Socket): void {
  let left = drainedBytesMax;
  const timer = setTimeout(() => socket.destroy(), drainedMsMax);
  socket.once('close', () => clearTimeout(timer));
  const count = ({ length }: Buffer) => {
    left -= length;
    if (left < 0) socket.destroy();
  };
  // The first listener takes the socket back from Node's parser; no later request is read.
  socket.on('data', count).removeAllListeners('data').on('data', count).resume();
  socket.end();
}

const rules: { readonly [Why in UnreadableReason]: TextKey } = {
  malformed: 'request.malformed',
  expectation: 'request.expectation',
  'transfer-coding': 'request.transferCoding',
  'too-slow': 'request.tooSlow',
  'body-too-large': 'request.tooLarge',
  'headers-too-large': 'request.tooLarge',
};

/** The answer to a request that Node cannot read, in the form of every other error. */
export function unreadableAnswer({ why }: UnreadableRequest) {
  return {
    head: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(errorBodyOf([fault('BAD_REQUEST', rules[why])], LANGUAGES[0])),
  };
}

/** The answers to requests that end their connections, with a line in the log. */
export function unreadableAnswers(refusals: RefusalLog): UnreadableAnswers {
  return {
    answer: unreadableAnswer,
    onRefusal: ({ status, why }, address) => {
      const reason = rules[why];
      refusals.write(address, () => ({ reason, code: 'BAD_REQUEST', status, address }));
    },
  };
}

/**
 * Answers a request that the router rejects before any hook runs: its path is malformed. No hook runs on
 * this answer either.
 */
export function answerFrameworkError(
  _error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const language = languageOf(request.headers['accept-language']);
  const body = JSON.stringify(errorBodyOf([fault('BAD_REQUEST', 'request.path')], language));
  void reply.code(400).type('application/json; charset=utf-8');
  setAnswerHeaders(request, reply);
  endUnread(request.raw, reply);
  void reply.send(body);
}
