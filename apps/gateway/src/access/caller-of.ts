import type { PsuContext } from '@nordgate/contracts/events';
import type { Verified } from '@nordgate/signature';
import { acceptedFixesOf } from './accept-fix.js';
import type { Caller } from './caller.js';
import type { HeaderValues } from './header-values.js';
import { languageOf } from './language.js';
import type { Operation } from './operation.js';

/** Reads the checked headers of a verified request into the one thing handlers use. */
export function callerOf(
  verified: Verified,
  header: HeaderValues,
  operation: Operation,
  fixesByDefault: ReadonlySet<string>,
): Caller {
  const { fixes, warnings } = acceptedFixesOf(
    header('x-accept-fix'),
    operation.kind === 'initiation',
    fixesByDefault,
  );
  return {
    tpp: verified.tppId,
    tppName: verified.certificate.organisation ?? verified.tppId,
    requestId: header('x-request-id') ?? '',
    fixes,
    warnings,
    language: languageOf(header('accept-language')),
    ...present('psuId', header('psu-id')?.toLowerCase()),
    ...present('corporateId', header('psu-corporate-id')),
    ...present('context', header('psu-context') as PsuContext | undefined),
    ...present('tppSessionId', header('tpp-session-id')),
    ...present('redirectUri', header('tpp-redirect-uri')),
    ...(header('tpp-redirect-preferred') === 'false' ? { redirectPreferred: false } : {}),
    ...present('psuIpAddress', header('psu-ip-address')?.replace(/^\[|\]$/g, '')),
  };
}

function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
}
