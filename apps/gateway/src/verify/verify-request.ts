import { queryFaults } from '@nordgate/contracts/http';
import type { ParametersClass } from '@nordgate/contracts/http';
import type { Psd2Role, Verified } from '@nordgate/signature';
import { isRefusal, prepareVerification } from '@nordgate/signature';
import type { Caller } from '../access/caller.js';
import type { FixesOn } from '../access/accept-fix.js';
import { callerOf } from '../access/caller-of.js';
import { headerFaults, unservable } from '../access/check-headers.js';
import { dayInOslo } from '../access/day-in-oslo.js';
import type { HeaderValues } from '../access/header-values.js';
import type { Operation } from '../access/operation.js';
import type { Admit } from '../guard/rate-limits.js';
import { fault, Refused } from '../reply/refused.js';
import { admittedRoles } from '../trust/admitted-roles.js';
import type { TppTrust, TrustState } from '../trust/trust-state.js';
import type { VerificationTurn } from './turn.js';

/** A request as the edge received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly header: HeaderValues;
  readonly body: Buffer;
  /** What its route takes in the query. */
  readonly parameters: ParametersClass;
}

/** What the chain needs of the bank. */
export interface VerifySettings {
  readonly environment: 'sandbox' | 'production';
  readonly trust: TppTrust;
  readonly turn: VerificationTurn;
  readonly now: () => Date;
  /** Refuses a TPP that asks too often; without it none is. */
  readonly admit?: Admit;
  readonly fixesOn: FixesOn;
}

/**
 * The ordered list of checks, cheap ones first. Returns who calls; throws Refused with the first
 * check that fails.
 */
export async function verifyRequest(
  request: ReceivedRequest,
  operation: Operation,
  settings: VerifySettings,
): Promise<Caller> {
  const now = settings.now();
  // Taken once: whatever changes while this request waits for its turn, it sees one state.
  const trust = settings.trust.current(now);
  const verified = await signatureOf(request, operation, { trust, now, turn: settings.turn });
  settings.admit?.(verified.tppId);
  const today = dayInOslo(now);
  demandRole(admittedRoles(verified, trust, today), operation.role);
  demandHeaders(request.header, operation, settings, verified.repeatedHeaders);
  demandQuery(request);
  return callerOf(verified, request.header, operation, settings.fixesOn(today));
}

/** What one request is checked against. */
interface Chain {
  readonly trust: TrustState;
  readonly turn: VerificationTurn;
  readonly now: Date;
}

/** Presence, repeats, lengths, Date, form, coverage, certificate, keyId, signature, digest. */
async function signatureOf(
  request: ReceivedRequest,
  operation: Operation,
  { trust, turn, now }: Chain,
): Promise<Verified> {
  const digestRequired = operation.digestRequired === true;
  const { certificates } = trust;
  const prepared = prepareVerification({ ...request, now, trust: certificates, digestRequired });
  if (isRefusal(prepared)) throw new Refused([prepared]);
  const verified = prepared.finish(await turn.check(prepared));
  if (isRefusal(verified)) throw new Refused([verified]);
  return verified;
}

function demandRole(roles: readonly Psd2Role[], role: Psd2Role | undefined): void {
  if (role === undefined || roles.includes(role)) return;
  throw new Refused([fault('FORBIDDEN', 'role.missing', 'TPP-Signature-Certificate', { role })]);
}

function demandQuery({ target, parameters }: ReceivedRequest): void {
  const at = target.indexOf('?');
  const faults = queryFaults(parameters, at < 0 ? '' : target.slice(at + 1));
  if (faults.length > 0) throw new Refused(faults);
}

function demandHeaders(
  header: HeaderValues,
  operation: Operation,
  { environment }: VerifySettings,
  repeated: readonly string[],
): void {
  const faults = headerFaults(header, operation, environment, repeated);
  if (faults.length > 0) throw new Refused(faults);
  const unmet = unservable(header);
  if (unmet.length > 0) throw new Refused(unmet, { status: 406 });
}
