import { timersOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { Platform } from '@nordgate/service';
import type { Log } from '@nordgate/telemetry';
import { ocspStatusesOf } from '@nordgate/service/trust';
import type { OcspResponder, OcspStatuses, OcspStatus } from '@nordgate/service/trust';
import type { FaultParams } from '@nordgate/contracts/http';
import type { Psd2Role, Verified, TppCertificate } from '@nordgate/signature';
import { refuse } from '@nordgate/signature';
import { StopList } from './stop-list.js';
import type { Stops } from './stop-list.js';
import { TrustKeeper } from './trust-keeper.js';
import type { MountedTrust, TrustReadings } from './trust-keeper.js';
import type { RouteRequirements } from '../request/route-requirements.js';
import { fault, RequestError, unavailable } from '../reply/request-error.js';

/** Everything that decides which TPPs may call. One request uses one state from start to end. */
export interface TrustState extends MountedTrust {
  /** The TPPs that the operator has stopped. `unknown`: the list has not arrived yet. */
  readonly stops: Stops | 'unknown';
  /** The OCSP responders' answers; undefined without responders. */
  readonly online?: OnlineStatuses | undefined;
}

/** Gives the state at a time. */
export interface TppTrust {
  current(now: Date): TrustState;
}

const nobody: Stops = new Map();

/**
 * Combines mounted trust and stop list. Until the operator's list arrives for the first time,
 * production does not know it, and the sandbox stops nobody.
 */
export function tppTrust(
  environment: 'sandbox' | 'production',
  mounted: { current(now: Date): MountedTrust },
  list: { readonly current: Stops | undefined },
  online?: OnlineStatuses,
): TppTrust {
  const unanswered = environment === 'production' ? 'unknown' : nobody;
  return {
    current: (now) => ({ ...mounted.current(now), stops: list.current ?? unanswered, online }),
  };
}

/** The trust in TPPs, kept up to date. */
interface KeptTrust {
  readonly trust: TppTrust;
  /** Asks for the operator's list, and a register that is a service, once. Never rejects. */
  firstLook(): Promise<void>;
  /** Starts polling the files and the list. */
  start(): void;
  stop(): Promise<void>;
}

/** Keeps the trust in TPPs up to date: from mounted files, and from the operator's stop list. */
export function keepTrust(
  { queries, health }: Platform,
  settings: {
    readonly environment: 'sandbox' | 'production';
    readonly trust: TrustReadings;
    readonly profile: Pick<BankProfile, 'timers'>;
  },
  log: Log,
): KeptTrust {
  const now = () => new Date();
  const registerUnreadableMsMax = timersOf(settings.profile).registerMinutes * 60_000;
  const keeper = new TrustKeeper(settings.trust, { log, now, registerUnreadableMsMax });
  const stops = new StopList({ queries, log, now });
  const ocsp = ocspOf(settings.trust, log);
  const isRequired = settings.environment === 'production';
  if (ocsp !== undefined) health.register(ocsp);
  if (settings.environment === 'production') {
    health.register(stops);
    health.register({ name: 'tpp-register', check: () => keeper.check() });
  }
  return {
    trust: tppTrust(settings.environment, keeper, stops, ocsp && { ocsp, isRequired }),
    async firstLook() {
      await Promise.all([stops.look(), keeper.firstLook()]);
    },
    start() {
      announce(settings.trust, log);
      keeper.start();
      stops.start();
      ocsp?.start();
    },
    async stop() {
      await Promise.all([keeper.stop(), stops.stop(), ocsp?.stop()]);
    },
  };
}

/** Asks the responders in the file; undefined without a file. */
function ocspOf({ store }: TrustReadings, log: Log): OcspStatuses | undefined {
  if (store.value.responders === undefined) return undefined;
  const responders = () => store.value.responders ?? noResponders;
  return ocspStatusesOf(responders, () => store.value.revocations, log);
}

const noResponders: readonly OcspResponder[] = [];

/** Tells the operator at the start what is asked of services outside the bank. */
function announce({ register, store }: TrustReadings, log: Log): void {
  const { responders = noResponders } = store.value;
  if (register?.isRemote === true) log.info('The register of TPPs is a service.');
  for (const { issuer } of responders) {
    log.info({ issuer }, 'Certificates of this CA are checked by OCSP.');
  }
}

/**
 * The roles of a verified TPP now: the roles of its certificate that the register grants as well
 * (design §6). Throws RequestError: 403 when the operator has stopped the TPP or the register does not
 * authorise it, 503 while stop list or register is unknown.
 *
 * @param today in Europe/Oslo, YYYY-MM-DD
 */
export function admittedRoles(
  { tppId, roles }: Pick<Verified, 'tppId' | 'roles'>,
  { register, stops }: TrustState,
  today: string,
): readonly Psd2Role[] {
  requireNoStop(tppId, stops, today);
  if (register === 'open') return roles;
  if (register === 'unreadable') throw unavailable();
  const standing = register.find(tppId, today);
  if (standing.is === 'withdrawn') throw forbidden('tpp.withdrawn');
  if (standing.is === 'unknown') throw forbidden('tpp.unknown');
  return roles.filter((role) => standing.roles.includes(role));
}

/** Throws RequestError, 403, for a TPP without any of the roles that a route requires. */
export function requireRole(
  roles: readonly Psd2Role[],
  required: Pick<RouteRequirements, 'roles'>,
): void {
  if (required.roles.some((role) => roles.includes(role))) return;
  throw forbidden('role.missing', { roles: required.roles.join(', ') });
}

function requireNoStop(tppId: string, stops: TrustState['stops'], today: string): void {
  if (stops === 'unknown') throw unavailable();
  const stop = stops.get(tppId);
  if (stop === undefined) return;
  const { until } = stop;
  if (until === undefined) throw forbidden('tpp.stopped');
  // The list may be from the day before.
  if (until >= today) throw forbidden('tpp.stoppedUntil', { until });
}

type Reason = 'role.missing' | 'tpp.withdrawn' | 'tpp.unknown' | 'tpp.stopped' | 'tpp.stoppedUntil';

function forbidden(rule: Reason, params: FaultParams = {}): RequestError {
  return new RequestError([fault('FORBIDDEN', rule, 'TPP-Signature-Certificate', params)]);
}

/** The statuses of certificates by OCSP, and whether a certificate needs one. */
export interface OnlineStatuses {
  readonly ocsp: Pick<OcspStatuses, 'responderOf' | 'statusOf' | 'firstStatusOf'>;
  /** False in the sandbox, where only `revoked` counts. */
  readonly isRequired: boolean;
}

type Checked = Pick<TppCertificate, 'issuedBy' | 'serial' | 'listedUntil'>;

/**
 * Requires that a certificate of a verified request is not revoked by the responder of its CA. It waits for a
 * responder only at the first request with the certificate, and briefly. Throws RequestError: as for a
 * revocation list when the certificate is revoked or unknown to the responder, 503 without an answer. A current
 * revocation list takes the place of an answer where the configuration allows it.
 */
export function requireOnlineStatus(
  certificate: Checked,
  { ocsp, isRequired }: OnlineStatuses,
  now: Date,
): Promise<void> | undefined {
  const { issuedBy: issuer, serial } = certificate;
  const responder = ocsp.responderOf(issuer);
  if (responder === undefined) return undefined;
  const isListed = (certificate.listedUntil?.getTime() ?? 0) >= now.getTime();
  const isEnough = !isRequired || (isListed && responder.withoutAnswer !== 'refuse');
  const subject = { issuer, serial };
  const status = ocsp.statusOf(subject, now);
  if (status.is === 'good') return undefined;
  return status.is === 'unanswered'
    ? ocsp.firstStatusOf(subject, now).then((first) => requireGood(first, isEnough))
    : Promise.resolve(requireGood(status, isEnough));
}

function requireGood({ is }: OcspStatus, isEnough: boolean): void {
  if (is === 'revoked') throw new RequestError([refuse('certificate-revoked', certificateHeader)]);
  if (is === 'good' || isEnough) return;
  if (is === 'unanswered') throw unavailable();
  throw new RequestError([refuse('revocation-unknown', certificateHeader)]);
}

const certificateHeader = 'TPP-Signature-Certificate';
