import { redirectAddress } from '@nordgate/contracts/rules';
import type { IdKeys } from '@nordgate/contracts/rules';
import { endsAccess } from '../../access/access.js';
import type { Authorisation, Finalised, Link } from '../../authorisation/authorisation.js';
import type { Environment } from '../../sca.settings.js';
import type { Exit } from '../frame/notice.page.js';
import type { Outcome } from './outcome.js';
import type { Language } from '../language/site-language.js';
import { failureParameters, successParameters } from './outcome-parameters.js';
import type { Leaving } from './outcome-parameters.js';

/**
 * The exit without success; undefined when the address of the TPP may not be used, or when the bank has
 * stopped the TPP.
 */
export function failureExit(
  { initiator }: Link,
  way: Leaving,
  { environment, language }: { readonly environment: Environment; readonly language: Language },
): Exit | undefined {
  if (way === 'tpp-stopped') return undefined;
  const { tppName } = initiator;
  const to = { redirectUri: failureAddress(initiator), tppName };
  return exitWith(to, environment, failureParameters(way, language));
}

/** TPP-Nok-Redirect-URI, when the TPP sent one. On the bank's own pages no TPP waits. */
function failureAddress({ nokRedirectUri, redirectUri }: Link['initiator']): string {
  return redirectUri === '' ? '' : (nokRedirectUri ?? redirectUri);
}

/**
 * The origins to which a form of an open authorisation may lead, for form-action: that of success and
 * that of failure. Undefined when neither address may be used.
 */
export function formTargets({ initiator }: Link, environment: Environment): string | undefined {
  const origins = [initiator.redirectUri, failureAddress(initiator)].flatMap(
    (uri) => redirectAddress(uri, environment)?.origin ?? [],
  );
  return origins.length === 0 ? undefined : [...new Set(origins)].join(' ');
}

/** The origins of form-action with those of the identity provider, when a form leads there. */
export function withTargets(
  origins: string | undefined,
  targets: readonly string[] = [],
): string | undefined {
  const all = [...(origins === undefined ? [] : [origins]), ...targets];
  return all.length === 0 ? undefined : all.join(' ');
}

/**
 * Why a PSU leaves without success after an approval; undefined for a success. An outcome that is not
 * known in time is a success: the SCA itself has succeeded, and the TPP reads the status of the payment.
 */
export function leavingAfter(
  { outcome: approved }: Pick<Finalised, 'outcome'>,
  outcome: Outcome,
): Leaving | undefined {
  if (endsAccess(approved)) return 'access-ended';
  switch (outcome) {
    case 'taken':
    case 'pending':
      return undefined;
    case 'rejected':
      return 'rejected';
    case 'conflict':
      return 'decided-before';
  }
}

/** The exit from an authorisation that is over; undefined before that, or without a usable address. */
export function exitOf(
  authorisation: Authorisation,
  outcome: Outcome,
  site: { readonly environment: Environment; readonly language: Language; readonly ids: IdKeys },
): Exit | undefined {
  switch (authorisation.is) {
    case 'finalised': {
      const way = leavingAfter(authorisation, outcome);
      if (way !== undefined) return failureExit(authorisation, way, site);
      const parameters = successParameters(authorisation, site.ids);
      return exitWith(authorisation.initiator, site.environment, parameters);
    }
    case 'failed':
      return failureExit(authorisation, authorisation.failure.reason, site);
    case 'none':
    case 'void':
    case 'received':
    case 'psuIdentified':
    case 'scaMethodSelected':
      return undefined;
  }
}

function exitWith(
  { redirectUri, tppName }: Pick<Link['initiator'], 'redirectUri' | 'tppName'>,
  environment: Environment,
  parameters: Readonly<Record<string, string>>,
): Exit | undefined {
  const url = redirectAddress(redirectUri, environment);
  if (url === undefined) return undefined;
  return { href: withParameters(url, parameters), origin: url.origin, tppName };
}

/** The names of the parameters that the bank adds, after success (5.11) or failure (5.12). */
const bankNames: ReadonlySet<string> = new Set([
  'psu-id',
  'psu-corporate-id',
  'tpp-session-id',
  'context',
  'system',
  'status',
  'code',
  'message',
]);

/**
 * The address of a TPP with these parameters added to its query (specification 5.11, 5.12). The query
 * stays the same byte for byte, except that no parameter of the bank's names survives: a TPP could not
 * tell it from the bank's own, such as a `code` in the redirect after success.
 */
export function withParameters(url: URL, parameters: Readonly<Record<string, string>>): string {
  const own = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !bankNames.has(nameOf(pair)));
  const added = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const result = new URL(url);
  result.search = [...own, ...added].join('&');
  return result.href;
}

/** As a reader of the query decodes it, broken encodings included (URL standard, 5.1). */
function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys();
  return name;
}
