import { isInfrastructureFailure } from '@nordgate/event-store';
import { Catch, HttpException, Inject } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { defined } from '@nordgate/decider';
import { LOG, RethrowFilter } from '@nordgate/service';
import { describeError } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { noticePage } from './notice.page.js';
import type { Exit } from './notice.page.js';
import { sendAnswer } from './answer.interceptor.js';
import { newReference } from '../security/random.source.js';
import { momentText } from '../language/plain-values.js';
import { RequestValue } from './request-value.decorator.js';
import { errorPageLine, RedirectError, SiteError, statusOfKind } from './site-error.js';
import type { SiteErrorKind } from './site-error.js';
import { Site } from './site.service.js';

const unavailableSeconds = 5;

/** Where the PSU can go if the request fails. A guard sets it; only a failed request computes it. */
export const exitOnError = new RequestValue<() => Exit | undefined>();

/** Turns every error of the site into a page that says what to do and shows nothing internal. */
@Catch()
export class SiteErrorFilter implements ExceptionFilter {
  private readonly rpc = new RethrowFilter();

  constructor(
    private readonly site: Site,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** A hybrid application shares its filters: an error of a command goes on to the transport. */
  catch(error: unknown, host: ArgumentsHost): void | Observable<never> {
    if (host.getType() === 'rpc') return this.rpc.catch(error);
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  private answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { secure } = this.site;
    if (error instanceof RedirectError) return sendAnswer(error.redirect, reply, secure);
    const { kind, again, retrySeconds, cookies, until, tpp } = siteErrorOf(error);
    const reference = newReference();
    if (kind === 'error' || kind === 'unavailable') {
      this.log.error(
        { err: describeError(error), kind, reference },
        'a request to the site failed',
      );
    } else {
      this.log.info(defined({ kind, reference, tpp }), errorPageLine);
    }
    if (retrySeconds !== undefined) void reply.header('retry-after', String(retrySeconds));
    const reader = this.site.reader(request);
    const page = noticePage(reader, {
      status: statusOf(error, kind),
      title: `page.${kind}`,
      text: `page.${kind}.text`,
      ...(until !== undefined && { parameters: { until: momentText(until, reader.language) } }),
      again,
      reference,
      exit: kind === 'tpp-stopped' ? undefined : exitOnError.get(request)?.(),
    });
    sendAnswer(defined({ ...page, cookies }), reply, secure);
  }
}

function siteErrorOf(error: unknown): SiteError {
  if (error instanceof SiteError) return error;
  if (isInfrastructureFailure(error))
    return new SiteError('unavailable', undefined, unavailableSeconds);
  if (error instanceof HttpException) return new SiteError(kindOf(error.getStatus()));
  return new SiteError('error');
}

function kindOf(status: number): SiteErrorKind {
  if (status === 404) return 'not-found';
  return status < 500 ? 'bad-request' : 'error';
}

function statusOf(error: unknown, kind: SiteErrorKind): number {
  const isOfProtocol = kind === 'bad-request' && error instanceof HttpException;
  return isOfProtocol ? error.getStatus() : statusOfKind[kind];
}
