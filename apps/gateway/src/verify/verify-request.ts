import { queryFaults, queryWarnings } from '@nordgate/contracts/http';
import type { Fault, ParametersClass } from '@nordgate/contracts/http';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { Generation } from '@nordgate/service';
import type { Verified } from '@nordgate/signature';
import { isRefusal, prepareVerification } from '@nordgate/signature';
import type { Caller } from '../access/caller.js';
import type { FixesOn } from '../access/accept-fix.js';
import { callerOf } from '../access/caller.js';
import type { CorporateUsers } from '../access/corporate-users.js';
import { headerFaults, unservable } from '../access/check-headers.js';
import { dayInOslo } from '@nordgate/contracts/rules';
import type { HeaderValues } from '../access/header-table.js';
import { requirementsUnder } from '../access/route-requirements.js';
import type { RouteRequirements } from '../access/route-requirements.js';
import type { Admit } from '../guard/rate-limits.js';
import { RequestError } from '../reply/request-error.js';
import { admittedRoles, requireRole } from '../trust/admitted-roles.js';
import type { TppTrust, TrustState } from '../trust/tpp-trust.js';
import type { VerificationTurn } from './turn.js';

/** A request as the edge received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly header: HeaderValues;
  readonly body: Buffer;
  /** The query parameters of its route. */
  readonly parameters: ParametersClass;
}

/** The settings of the checks. */
export interface VerifySettings {
  readonly environment: 'sandbox' | 'production';
  readonly profile: Pick<BankProfile, 'signatureCoverage'>;
  readonly trust: TppTrust;
  readonly turn: VerificationTurn;
  readonly now: () => Date;
  /** The rate limit per TPP; no limit without it. */
  readonly admit?: Admit;
  readonly fixesOn: FixesOn;
  readonly corporateUsers: Pick<CorporateUsers, 'requireAgreement'>;
  readonly generation: Generation;
}

/**
 * The ordered list of checks, cheap ones first. Returns the caller. Throws RequestError with the faults
 * of the first check that fails, and ServiceUnavailableError while the generation is unknown.
 */
export async function verifyRequest(
  request: ReceivedRequest,
  requirements: RouteRequirements,
  settings: VerifySettings,
): Promise<Caller> {
  const now = settings.now();
  // Read once: the request uses one state, whatever changes while it waits for its turn.
  const trust = settings.trust.current(now);
  const demanded = requirementsUnder(settings.profile, requirements);
  const verified = await signatureOf(request, demanded, { trust, now, turn: settings.turn });
  settings.admit?.(verified.tppId);
  const today = dayInOslo(now);
  requireRole(admittedRoles(verified, trust, today), requirements);
  requireHeaders(request.header, requirements, settings, verified.repeatedHeaders);
  const warnings = requireQuery(request);
  const caller = callerOf(verified, request.header, requirements, {
    fixesByDefault: settings.fixesOn(today),
    generation: await settings.generation.current(),
  });
  await settings.corporateUsers.requireAgreement(caller, requirements);
  return warnings.length === 0
    ? caller
    : { ...caller, warnings: [...caller.warnings, ...warnings] };
}

/** The state that one request is checked with. */
interface Chain {
  readonly trust: TrustState;
  readonly turn: VerificationTurn;
  readonly now: Date;
}

/** Presence, repeats, lengths, Date, form, coverage, certificate, keyId, signature, digest. */
async function signatureOf(
  request: ReceivedRequest,
  requirements: RouteRequirements,
  { trust, turn, now }: Chain,
): Promise<Verified> {
  const { digestRequired = false, targetRequired = false } = requirements;
  const { certificates } = trust;
  const prepared = prepareVerification({
    ...request,
    ...{ now, trust: certificates, digestRequired, targetRequired },
  });
  if (isRefusal(prepared)) throw new RequestError([prepared]);
  const verified = prepared.finish(await turn.check(prepared));
  if (isRefusal(verified)) throw new RequestError([verified]);
  return verified;
}

/** Returns the warnings about a faultless query. */
function requireQuery({ target, parameters }: ReceivedRequest): readonly Fault[] {
  const at = target.indexOf('?');
  const query = at < 0 ? '' : target.slice(at + 1);
  const faults = queryFaults(parameters, query);
  if (faults.length > 0) throw new RequestError(faults);
  return queryWarnings(query);
}

function requireHeaders(
  header: HeaderValues,
  requirements: RouteRequirements,
  { environment }: VerifySettings,
  repeated: readonly string[],
): void {
  const faults = headerFaults(header, requirements, environment, repeated);
  if (faults.length > 0) throw new RequestError(faults);
  const unmet = unservable(header);
  if (unmet.length > 0) throw new RequestError(unmet, { status: 406 });
}
