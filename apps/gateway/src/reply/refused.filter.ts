import { Catch, Inject } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { HttpException } from '@nestjs/common';
import { CommandNotAcknowledgedError } from '@nordgate/messaging';
import { LOG, ServiceUnavailable } from '@nordgate/service';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../access/language.js';
import { fault, Refused, unavailable } from './refused.js';
import { errorBodyOf } from './tpp-messages.js';

/** Turns whatever went wrong into an answer from the code list; nothing internal leaves. */
@Catch()
export class RefusedFilter implements ExceptionFilter {
  constructor(@Inject(LOG) private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const refused = this.refusedOf(error, request);
    const language = languageOf(request.headers['accept-language']);
    this.count(refused);
    void http
      .getResponse<FastifyReply>()
      .code(refused.status)
      .headers(refused.headers)
      .header('content-language', language)
      .type('application/json; charset=utf-8')
      .send(errorBodyOf(refused.complaints, language, refused.links));
  }

  private refusedOf(error: unknown, request: FastifyRequest): Refused {
    if (error instanceof Refused) return error;
    if (error instanceof CommandNotAcknowledgedError || error instanceof ServiceUnavailable) {
      this.log.warn({ err: error }, 'a request was not taken');
      return unavailable();
    }
    const status = statusOfFramework(error);
    if (status >= 500) this.log.error({ err: error }, 'a request failed');
    return frameworkRefusal(status, request.method);
  }

  private count(refused: Refused): void {
    const [first] = refused.complaints;
    const code = first === undefined ? '' : 'refused' in first ? first.refused : first.code;
    instrumentsOf().refusals.add(1, { [attributeNames.refusal]: code });
  }
}

function statusOfFramework(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
}

/** What Fastify and Nest refuse on their own, in our words. */
function frameworkRefusal(status: number, method: string): Refused {
  switch (status) {
    case 404:
      return new Refused([fault('NOT_FOUND', 'route.unknown')]);
    case 405:
      return new Refused([fault('BAD_REQUEST', 'route.method', '', { method })], { status });
    case 413:
      return new Refused([fault('BAD_REQUEST', 'request.tooLarge')], { status });
    case 415:
      return new Refused([fault('BAD_REQUEST', 'request.contentType', 'Content-Type')], { status });
    default:
      return status >= 400 && status < 500
        ? new Refused([fault('BAD_REQUEST', 'request.malformed')])
        : new Refused([fault('SYSTEM_ERROR', 'system.error')]);
  }
}
