import { Catch, HttpException, Inject, Optional } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { defined } from '@nordgate/decider';
import { CommandNotAcknowledgedError } from '@nordgate/messaging';
import { LOG, ServiceUnavailableError } from '@nordgate/service';
import { loggedRequestId } from '@nordgate/service/edge';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { spanOf } from './request-telemetry.hook.js';
import { languageOf } from './negotiation.js';
import { fault, RequestError, unavailable } from './request-error.js';
import { fingerprintOf, RefusalLog } from './refusal-log.service.js';
import { markDecided } from './request-telemetry.hook.js';
import type { DecidedCause } from './request-telemetry.hook.js';
import { errorBodyOf } from './tpp-messages.js';
import type { ReportedFault } from './tpp-messages.js';

/** Clients that can authenticate by themselves fail at a 401 without a challenge (ADR 5). None knows the scheme, so none retries. */
const scaChallenge = 'SCA realm="psu"';

/** What the bank has decided itself: such answers are none of its failures. */
const decidedCauses: Readonly<Record<string, DecidedCause>> = {
  'system.maintenance': 'maintenance',
  'system.switchedOff': 'switched-off',
};

/** Sees the error of a request. A sandbox with a console has one; production has none. */
export interface FailureWatcher {
  /** Notes the error that a request ends with. */
  failed(request: FastifyRequest, error: RequestError): void;
}

/** Injection token of a {@link FailureWatcher}. */
export const REQUEST_WATCHER = 'gateway.request-watcher';

/** Turns every error into an answer from the code list. Nothing internal leaves the bank. */
@Catch()
export class RequestErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOG) private readonly log: Log,
    private readonly refusals: RefusalLog,
    @Optional() @Inject(REQUEST_WATCHER) private readonly watch?: FailureWatcher,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    // Hooks before the handler reject outside of the span, and their lines must name the trace, too.
    spanOf(request).run(() => this.answer(error, request, http.getResponse<FastifyReply>()));
  }

  private answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const rejected = this.requestErrorOf(error, request);
    const language = languageOf(request.headers['accept-language']);
    const { links, consentId } = rejected;
    this.report(rejected, request);
    const [first] = rejected.faults;
    const rule = first !== undefined && 'rule' in first ? first.rule : '';
    const decided = decidedCauses[rule];
    if (decided !== undefined) markDecided(request, decided);
    this.watch?.failed(request, rejected);
    void reply
      .code(rejected.status)
      .headers(rejected.headers)
      .headers(rejected.status === 401 ? { 'www-authenticate': scaChallenge } : {})
      .header('content-language', language)
      .type('application/json; charset=utf-8')
      .send(errorBodyOf(rejected.faults, language, defined({ links, consentId })));
  }

  private requestErrorOf(error: unknown, request: FastifyRequest): RequestError {
    if (error instanceof RequestError) return error;
    if (error instanceof CommandNotAcknowledgedError || error instanceof ServiceUnavailableError) {
      this.log.warn({ err: error }, 'A request was not accepted.');
      return unavailable();
    }
    const status = statusOfFramework(error);
    if (status >= 500) this.log.error({ err: error }, 'A request failed.');
    return frameworkError(status, request.method);
  }

  /** Counts the rejection, and logs it as a line about the caller unless the bank failed. */
  private report({ faults, status }: RequestError, request: FastifyRequest): void {
    const { code, reason } = reasonOf(faults[0]);
    instrumentsOf().refusals.add(1, {
      [attributeNames.refusal]: code,
      [attributeNames.reason]: reason,
    });
    if (status === 500 || status === 503) return;
    this.refusals.write(request.ip, () => ({
      reason,
      code,
      status,
      address: request.ip,
      method: request.method,
      ...defined({
        route: request.routeOptions.url,
        tpp: (request as { readonly tppId?: string }).tppId,
        fingerprint: fingerprintOf(request.headers['tpp-signature-certificate']),
        requestId: loggedRequestId(request.headers),
      }),
    }));
  }
}

/** The code of a fault, and the closed list's name of what is wrong. */
function reasonOf(first: ReportedFault | undefined): { code: string; reason: string } {
  if (first === undefined) return { code: '', reason: '' };
  return 'refused' in first
    ? { code: first.refused, reason: first.reason }
    : { code: first.code, reason: first.rule };
}

function statusOfFramework(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
}

/** An error of Fastify or Nest, as an answer from the code list. */
function frameworkError(status: number, method: string): RequestError {
  switch (status) {
    case 404:
      return new RequestError([fault('NOT_FOUND', 'route.unknown')]);
    case 405:
      return new RequestError([fault('BAD_REQUEST', 'route.method', '', { method })], { status });
    case 413:
      return new RequestError([fault('BAD_REQUEST', 'request.tooLarge')], { status });
    case 415:
      return new RequestError([fault('BAD_REQUEST', 'request.contentType', 'Content-Type')], {
        status,
      });
    default:
      return status >= 400 && status < 500
        ? new RequestError([fault('BAD_REQUEST', 'request.malformed')])
        : new RequestError([fault('SYSTEM_ERROR', 'system.error')]);
  }
}
