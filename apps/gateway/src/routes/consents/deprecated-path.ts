import type { Caller } from '../../access/caller.js';
import { fault } from '../../reply/request-error.js';

/** The caller with a warning that the path of the request is deprecated (specification 9). */
export function asDeprecated(caller: Caller): Caller {
  const warning = fault('FORMAT_ERROR', 'consent.deprecatedPath');
  return { ...caller, warnings: [...caller.warnings, warning] };
}
