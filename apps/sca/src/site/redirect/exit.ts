import type { Authorisation, Link } from '../../domain/authorisation.js';
import type { Environment } from '../../sca.settings.js';
import type { Texts } from '../language/texts.js';
import { failureParameters, successParameters } from './outcome-parameters.js';
import type { Leaving } from './outcome-parameters.js';
import { returnAddress, withParameters } from './return-address.js';

/** A way from this site to the TPP. */
export interface WayBack {
  readonly href: string;
  /** For the one form-action of the pages that lead there. */
  readonly origin: string;
  readonly tppName: string;
}

/** The way back without success; undefined when the TPP's address may not be used. */
export function failureExit(
  { initiator }: Link,
  way: Leaving,
  { environment, t }: { readonly environment: Environment; readonly t: Texts },
): WayBack | undefined {
  return exitWith(initiator, environment, failureParameters(way, t));
}

/** The way back from an authorisation that is over; undefined while it is not, or without address. */
export function exitOf(
  authorisation: Authorisation,
  site: { readonly environment: Environment; readonly t: Texts },
): WayBack | undefined {
  switch (authorisation.is) {
    case 'finalised': {
      const parameters = successParameters(authorisation);
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
  { redirectUri, tppName }: Link['initiator'],
  environment: Environment,
  parameters: Readonly<Record<string, string>>,
): WayBack | undefined {
  const url = returnAddress(redirectUri, environment);
  if (url === undefined) return undefined;
  return { href: withParameters(url, parameters), origin: url.origin, tppName };
}
