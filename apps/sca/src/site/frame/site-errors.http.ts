import { Catch, HttpException, Inject } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { LOG, RethrowFilter } from '@nordgate/service';
import { describeError } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { knownWayBack } from './known-way-back.http.js';
import { isOutage } from './outage.js';
import { SiteRefusal, statusOfRefusal } from './site-refusal.js';
import type { RefusalKind } from './site-refusal.js';
import { Site } from './site.http.js';

const retrySeconds = 5;

/** Every error of the site becomes a page that says what to do and nothing internal. */
@Catch()
export class SiteErrors implements ExceptionFilter {
  private readonly rpc = new RethrowFilter();

  constructor(
    private readonly site: Site,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The filters of a hybrid application are shared: errors of commands go on to the transport. */
  catch(error: unknown, host: ArgumentsHost): void | Observable<never> {
    if (host.getType() === 'rpc') return this.rpc.catch(error);
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  private answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = refusalOf(error);
    const { kind, again } = refusal;
    if (kind === 'error' || kind === 'unavailable') {
      this.log.error({ err: describeError(error), kind }, 'a request to the site failed');
    }
    if (kind === 'unavailable') void reply.header('retry-after', String(retrySeconds));
    this.site.notice(request, reply, {
      status: statusOf(error, kind),
      title: `page.${kind}`,
      text: `page.${kind}.text`,
      ...(again === undefined ? {} : { again }),
      wayBack: knownWayBack(request),
    });
  }
}

function refusalOf(error: unknown): SiteRefusal {
  if (error instanceof SiteRefusal) return error;
  if (isOutage(error)) return new SiteRefusal('unavailable');
  if (error instanceof HttpException) return new SiteRefusal(kindOf(error.getStatus()));
  return new SiteRefusal('error');
}

function kindOf(status: number): RefusalKind {
  if (status === 404) return 'not-found';
  return status < 500 ? 'bad-request' : 'error';
}

function statusOf(error: unknown, kind: RefusalKind): number {
  const isOfProtocol = kind === 'bad-request' && error instanceof HttpException;
  return isOfProtocol ? error.getStatus() : statusOfRefusal[kind];
}
