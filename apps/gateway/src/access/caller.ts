import type { Fault } from '@nordgate/contracts/http';
import { inGeneration, readPublicAgreement, shownTppName } from '@nordgate/contracts/rules';
import type { IdentifiedRequest, IdKeys } from '@nordgate/contracts/rules';
import type { Initiator, PsuContext, SigningCertificate } from '@nordgate/contracts/events';
import type { Language } from '@nordgate/contracts/texts';
import { defined } from '@nordgate/decider';
import type { PlaceInTime } from '@nordgate/service';
import type { Psd2Role, Verified } from '@nordgate/signature';
import { languageOf } from '../reply/negotiation.js';
import { acceptedFixesOf } from '../request/accept-fix.js';
import { bareIpAddress } from '../request/header-forms.js';
import type { HeaderValues } from '../request/header-table.js';
import type { RouteRequirements } from '../request/route-requirements.js';

/** The headers of a verified request, read once. Handlers never read raw headers. */
export interface Caller extends IdentifiedRequest {
  /** organizationIdentifier of the certificate. */
  readonly tpp: string;
  /** The name of its organisation, cleaned for the PSU's eyes. */
  readonly tppName: string;
  /** The certificate that the request was signed with, as revocation lists name it. */
  readonly certificate?: SigningCertificate;
  /** The roles of the certificate that the register grants as well. */
  readonly roles?: readonly Psd2Role[];
  readonly requestId: string;
  /** The generation in which the request was accepted. It stays the same until the answer. */
  readonly generation: number;
  /** How far its world is ahead of the clocks, in milliseconds. Absent: it is not. */
  readonly aheadMs?: number;
  readonly psuId?: string;
  /** The agreement that PSU-Corporate-ID names, or a value that is the id of no agreement. */
  readonly corporateId?: string;
  readonly context?: PsuContext;
  readonly tppSessionId?: string;
  readonly redirectUri?: string;
  /** Where failures lead, when that is another address (TPP-Nok-Redirect-URI). */
  readonly nokRedirectUri?: string;
  /** Present only when TPP-Redirect-Preferred is `false` (specification 5.15). */
  readonly redirectPreferred?: false;
  /** Absent when the PSU is not present (specification section 8). */
  readonly psuIpAddress?: string;
  /** The active fixes: the values of x-accept-fix, and the fixes that are on by default. */
  readonly fixes: ReadonlySet<string>;
  readonly warnings: readonly Fault[];
  readonly language: Language;
}

/** What a request is accepted under, besides the requirements of its route. */
export interface Acceptance {
  readonly fixesByDefault: ReadonlySet<string>;
  readonly world: PlaceInTime;
  /** The keys of the ids that TPPs send. */
  readonly ids: IdKeys;
  /** The roles of the TPP now. */
  readonly roles?: readonly Psd2Role[];
}

/** Makes the caller of a verified request from its checked headers. */
export function callerOf(
  verified: Verified,
  header: HeaderValues,
  requirements: RouteRequirements,
  { fixesByDefault, world, ids, roles }: Acceptance,
): Caller {
  const { generation, aheadMs } = world;
  const corporateId = header('psu-corporate-id');
  const isInitiation = requirements.kind === 'initiation';
  return {
    tpp: verified.tppId,
    tppName: tppNameOf(verified),
    requestId: header('x-request-id') ?? '',
    generation,
    ...acceptedFixesOf(header('x-accept-fix'), isInitiation, fixesByDefault),
    language: languageOf(header('accept-language')),
    ...defined({
      aheadMs,
      certificate: verified.certificate.reference,
      roles,
      psuId: header('psu-id')?.toLowerCase(),
      corporateId: corporateId && agreementNamed(corporateId, verified.tppId, { ids, generation }),
      context: header('psu-context') as PsuContext | undefined,
      tppSessionId: header('tpp-session-id'),
      redirectUri: header('tpp-redirect-uri'),
      nokRedirectUri: header('tpp-nok-redirect-uri'),
      redirectPreferred:
        header('tpp-redirect-preferred')?.toLowerCase() === 'false' ? (false as const) : undefined,
      psuIpAddress: bareIpAddress(header('psu-ip-address') ?? ''),
    }),
  };
}

/**
 * The agreement of a PSU-Corporate-ID (ADR 34). A made-up one names an agreement that does not exist, so the
 * routes answer as for the agreement of another PSU.
 */
function agreementNamed(
  publicId: string,
  tpp: string,
  { ids, generation }: Pick<Acceptance, 'ids'> & Pick<PlaceInTime, 'generation'>,
): string {
  const agreement = readPublicAgreement(publicId, tpp, ids);
  return agreement === undefined ? `${unreadable}${publicId}` : inGeneration(agreement, generation);
}

const unreadable = 'unknown:';

/** Whether a PSU-Corporate-ID had another form than the ids that the bank gives. */
export function isNoAgreement(corporateId: string): boolean {
  return corporateId.startsWith(unreadable);
}

/** Names by certificate: cleaning one costs microseconds, and a TPP sends the same with every request. */
const tppNames = new WeakMap<Verified['certificate'], string>();

function tppNameOf({ certificate, tppId }: Verified): string {
  const known = tppNames.get(certificate) ?? shownTppName(certificate.organisation, tppId);
  tppNames.set(certificate, known);
  return known;
}

/**
 * The initiator of a resource, for its events: the caller's identity and return address.
 *
 * @param mintedSessionId makes a session id for a caller that sent no TPP-Session-ID
 */
export function initiatorOf(caller: Caller, mintedSessionId: () => string): Initiator {
  const { tpp, tppName, redirectUri = '' } = caller;
  const { certificate, psuId, corporateId, context } = caller;
  const { redirectPreferred, nokRedirectUri } = caller;
  return {
    tpp,
    tppName,
    redirectUri,
    tppSessionId: caller.tppSessionId ?? mintedSessionId(),
    ...defined({ certificate, psuId, corporateId, context, redirectPreferred, nokRedirectUri }),
  };
}
