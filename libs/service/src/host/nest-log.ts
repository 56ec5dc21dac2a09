import type { LoggerService } from '@nestjs/common';
import type { Log } from '@nordgate/telemetry';

/** Nest's own lines in our log; its start-up chatter is for debugging only. */
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
