import { LANGUAGES } from '@nordgate/contracts/texts';
import type { TextKey } from '@nordgate/contracts/texts';
import type {
  UnreadableAnswers,
  UnreadableReason,
  UnreadableRequest,
} from '@nordgate/service/edge';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setAnswerHeaders } from '../reply/answer-headers.hook.js';
import { languageOf } from '../reply/negotiation.js';
import { fault } from '../reply/request-error.js';
import type { RefusalLog } from '../reply/refusal-log.service.js';
import { errorBodyOf } from '../reply/tpp-messages.js';
import { endUnread } from './unread-bodies.hook.js';

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
