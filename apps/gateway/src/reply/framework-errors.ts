import { LANGUAGES } from '@nordgate/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { languageOf } from '../access/language.js';
import { setAnswerHeaders } from './answer-headers.js';
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
    const sealing = seal === undefined ? Promise.resolve() : seal(reply, body);
    sealing.then(
      () => reply.send(body),
      () => reply.raw.destroy(),
    );
  };
}

/** Answers what Node cannot read as HTTP at all: too large headers, malformed lines, timeouts. */
export function answerUnreadable(error: { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const rule = tooLarge ? 'request.tooLarge' : 'request.malformed';
  const body = JSON.stringify(errorBodyOf([fault('BAD_REQUEST', rule)], LANGUAGES[0]));
  const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${String(Buffer.byteLength(body))}\r\nconnection: close\r\n\r\n${body}`,
  );
}
