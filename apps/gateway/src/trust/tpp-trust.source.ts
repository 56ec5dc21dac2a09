import { timersOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { Platform } from '@nordgate/service';
import type { Log } from '@nordgate/telemetry';
import { ocspStatusesOf } from '@nordgate/service/process';
import type { OcspResponder, OcspStatuses } from '@nordgate/service/process';
import type { OnlineStatuses } from './online-status.js';
import { StopList } from './stop-list.js';
import type { Stops } from './stop-list.js';
import { TrustKeeper } from './trust-keeper.js';
import type { MountedTrust, TrustReadings } from './trust-keeper.js';

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
export interface KeptTrust {
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
