import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../access/language.js';
import { setAnswerHeaders } from './answer-headers.js';
import { varies } from './coded-answers.js';
import type { SealReply } from '../seal/seal.hook.js';
import { fault } from './refused.js';
import { errorBodyOf } from './tpp-messages.js';

/**
 * Answers what the router refuses before any hook runs: a path that is no path, or too long. The
 * hooks on answers do not run either, so it seals by itself.
 */
export function answerFrameworkError(seal: SealReply | undefined) {
  return (
    error: { readonly code?: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): void => {
    const language = languageOf(request.headers['accept-language']);
    const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
    const refused = tooLong
      ? fault('NOT_FOUND', 'route.unknown')
      : fault('BAD_REQUEST', 'request.malformed');
    const body = JSON.stringify(errorBodyOf([refused], language));
    void reply.code(tooLong ? 404 : 400).type('application/json; charset=utf-8');
    setAnswerHeaders(request, reply);
    void reply.header('vary', varies);
    const sealing = seal === undefined ? Promise.resolve() : seal(reply, body);
    sealing.then(
      () => reply.send(body),
      () => reply.raw.destroy(),
    );
  };
}
