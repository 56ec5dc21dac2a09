import { queryFaults, queryWarnings } from '@nordgate/contracts/http';
import type { Fault, ParametersClass } from '@nordgate/contracts/http';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { PlaceInTime, Worlds } from '@nordgate/service';
import type { PreparedVerification, Verified, VerifiedHead } from '@nordgate/signature';
import { isRefusal, prepareVerification } from '@nordgate/signature';
import type { Caller } from '../access/caller.js';
import { callerOf } from '../access/caller.js';
import type { FixesOn } from '../request/accept-fix.js';
import type { CorporateUsers } from '../access/corporate-users.js';
import { headerFaults, unservable } from '../request/check-headers.js';
import { dayInOslo } from '@nordgate/contracts/rules';
import type { IdKeys } from '@nordgate/contracts/rules';
import type { HeaderValues } from '../request/header-table.js';
import { requirementsUnder } from '../request/route-requirements.js';
import type { RouteRequirements } from '../request/route-requirements.js';
import type { Admit } from '../guard/rate-limits.hook.js';
import { RequestError } from '../reply/request-error.js';
import { admittedRoles, requireRole, requireOnlineStatus } from '../trust/tpp-trust.source.js';
import type { TppTrust, TrustState } from '../trust/tpp-trust.source.js';
import type { VerificationTurn } from './turn.js';

/** A request as the edge received it, before its body is read. */
export interface ReceivedHead {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly header: HeaderValues;
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
  readonly ids: IdKeys;
  readonly corporateUsers: Pick<CorporateUsers, 'requireAgreement'>;
  readonly worlds: Worlds;
}

/** A request of a verified TPP, whose body may be read. */
export interface VerifiedCall {
  readonly tppId: string;
  /**
   * The checks that follow the body, cheap ones first. Returns the caller. Throws RequestError with the
   * faults of the first check that fails, and ServiceUnavailableError while the generation is unknown.
   */
  readonly withBody: (body: Buffer) => Promise<Caller>;
}

/**
 * The checks that need the headers only, cheap ones first: presence, repeats, lengths, Date, form,
 * coverage, certificate, keyId, signature. Throws RequestError with the first refusal.
 */
export async function verifyHead(
  request: ReceivedHead,
  requirements: RouteRequirements,
  settings: VerifySettings,
): Promise<VerifiedCall> {
  const now = settings.now();
  // Read once: the request uses one state, whatever changes while it waits for its turn or its body.
  const trust = settings.trust.current(now);
  const demanded = requirementsUnder(settings.profile, requirements);
  const { turn, environment } = settings;
  const head = await signatureOf(request, demanded, { trust, now, turn, environment });
  // Only a TPP that has proven its key takes an entry, so that strangers cannot make the bank ask.
  if (trust.online !== undefined) await requireOnlineStatus(head.certificate, trust.online, now);
  return {
    tppId: head.tppId,
    withBody: (body) => callerWith(body, head, { request, requirements, settings, trust, now }),
  };
}

/** What the checks of a verified TPP's request work with. */
interface Checked {
  readonly request: ReceivedHead;
  readonly requirements: RouteRequirements;
  readonly settings: VerifySettings;
  readonly trust: TrustState;
  readonly now: Date;
}

async function callerWith(
  body: Buffer,
  head: VerifiedHead,
  { request, requirements, settings, trust, now }: Checked,
): Promise<Caller> {
  const verified = head.withBody(body);
  if (isRefusal(verified)) throw new RequestError([verified]);
  settings.admit?.({
    tpp: verified.tppId,
    method: request.method,
    bodyBytes: body.length,
    isSandbox: requirements.isSandbox === true,
  });
  const today = dayInOslo(now);
  const roles = admittedRoles(verified, trust, today);
  requireRole(roles, requirements);
  requireHeaders(request.header, requirements, settings, verified);
  const warnings = requireQuery(request);
  const caller = callerOf(verified, request.header, requirements, {
    fixesByDefault: settings.fixesOn(today),
    world: (await worldOf(verified.tppId, requirements, settings)) ?? { generation: 0 },
    ids: settings.ids,
    roles,
  });
  await settings.corporateUsers.requireAgreement(caller, requirements);
  return warnings.length === 0
    ? caller
    : { ...caller, warnings: [...caller.warnings, ...warnings] };
}

/** A reset makes a world where there is none: one that begins for it first would be thrown away at once. */
function worldOf(
  tpp: string,
  { resets = false }: RouteRequirements,
  { worlds }: VerifySettings,
): Promise<PlaceInTime | undefined> {
  return resets ? worlds.begunWorldOf(tpp) : worlds.worldOf(tpp);
}

/** The state that one signature is checked with. */
interface Chain {
  readonly trust: TrustState;
  readonly turn: VerificationTurn;
  readonly now: Date;
  readonly environment: VerifySettings['environment'];
}

async function signatureOf(
  request: ReceivedHead,
  requirements: RouteRequirements,
  { trust, turn, now, environment }: Chain,
): Promise<VerifiedHead> {
  const { digestRequired = false, targetRequired = false } = requirements;
  const { certificates } = trust;
  const prepared = prepareVerification({
    ...request,
    now,
    trust: certificates,
    digestRequired,
    targetRequired,
  });
  if (isRefusal(prepared)) throw new RequestError([prepared]);
  const head = prepared.finish(await turn.check(prepared));
  if (isRefusal(head)) {
    const isShown = environment === 'sandbox';
    throw new RequestError([head], { headers: isShown ? shownString(prepared) : {} });
  }
  return head;
}

/** The response header of the sandbox with the start of the signing string that the bank built. */
const signingStringHeader = 'Nordgate-Signing-String';
/** A multiple of three, so that the base64 of the start is a start of the base64. */
const shownBytesMax = 3072;

function shownString({ signingString }: PreparedVerification): Record<string, string> {
  const shown = signingString.subarray(0, shownBytesMax).toString('base64');
  return { [signingStringHeader.toLowerCase()]: shown };
}

/** Returns the warnings about a faultless query. */
function requireQuery({ target, parameters }: ReceivedHead): readonly Fault[] {
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
  { repeatedHeaders }: Verified,
): void {
  const faults = headerFaults(header, requirements, environment, repeatedHeaders);
  if (faults.length > 0) throw new RequestError(faults);
  const unmet = unservable(header);
  if (unmet.length > 0) throw new RequestError(unmet, { status: 406 });
}
