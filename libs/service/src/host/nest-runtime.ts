import { Catch } from '@nestjs/common';
import type { LoggerService, RpcExceptionFilter } from '@nestjs/common';
import type { Log } from '@nordgate/telemetry';
import { throwError } from 'rxjs';
import type { Observable } from 'rxjs';

/** Nest's log lines in our log. Its start-up messages have the level debug. */
export function nestLog(log: Log): LoggerService {
  return {
    log: (message: unknown) => log.debug(String(message)),
    error: (message: unknown) => log.error(String(message)),
    warn: (message: unknown) => log.warn(String(message)),
    debug: (message: unknown) => log.debug(String(message)),
    verbose: (message: unknown) => log.trace(String(message)),
    fatal: (message: unknown) => log.fatal(String(message)),
  };
}

/** Passes a handler's error to the transport unchanged, so that the message is parked with its reason. */
@Catch()
export class RethrowFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
