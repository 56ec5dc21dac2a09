import {
  MountedValue,
  registerFile,
  registerUnreadableMsMax,
  trustFolder,
} from '@nordgate/service/process';
import type { LookResult, TppRegister, TrustFolderOptions } from '@nordgate/service/process';
import { createCertificateCache } from '@nordgate/signature';
import type { CertificateCache, TrustStore } from '@nordgate/signature';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { Poll } from './poll.js';
import { RevocationWatch } from './revocation-watch.js';

export interface TrustOptions extends TrustFolderOptions {
  /** JSON file of the register; the register is open without it. */
  readonly registerPath: string | undefined;
}

/** The mounted trust material, read for the first time. */
export interface TrustReadings {
  readonly store: MountedValue<TrustStore>;
  readonly register: MountedValue<TppRegister> | undefined;
}

/** Reads the trust material. Rejects when a part of it cannot be used. */
export async function readTrust(options: TrustOptions, now: Date): Promise<TrustReadings> {
  const { registerPath: path } = options;
  const store = await MountedValue.open(trustFolder(options), now);
  const register =
    path === undefined ? undefined : await MountedValue.open(registerFile(path), now);
  return { store, register };
}

/** The trust that follows from the mounted files. */
export interface MountedTrust {
  /** Certificates that are valid by this state's CAs and revocation lists. */
  readonly certificates: CertificateCache;
  /** `open`: none is configured. `unreadable`: the last good register is too old to use. */
  readonly register: TppRegister | 'open' | 'unreadable';
}

/** Poll interval of the mounted files. */
export const trustLookMs = 5000;

export interface TrustKeeperOptions {
  readonly log: Log;
  readonly now: () => Date;
}

/**
 * Keeps the trust up to date with the mounted files. A change makes a new state with an empty
 * certificate cache, which replaces the old state at once. A part that cannot be used keeps its last
 * good value.
 */
export class TrustKeeper {
  private state: MountedTrust;
  private readonly revocations: RevocationWatch;
  private readonly poll = new Poll(() => this.look(), trustLookMs);

  constructor(
    private readonly readings: TrustReadings,
    private readonly options: TrustKeeperOptions,
  ) {
    this.state = this.newState();
    this.revocations = new RevocationWatch(options.log);
    this.revocations.check(readings.store.value, options.now());
  }

  /** The state at a time. */
  current(now: Date): MountedTrust {
    const readAt = this.readings.register?.lastGoodAt;
    // Not by the last fault: a look that never ends must not keep an old register good.
    const isOld =
      readAt !== undefined && now.getTime() - readAt.getTime() > registerUnreadableMsMax;
    return isOld ? { ...this.state, register: 'unreadable' } : this.state;
  }

  start(): void {
    this.poll.start();
  }

  stop(): Promise<void> {
    return this.poll.stop();
  }

  /** Looks once whether anything changed. */
  async look(): Promise<void> {
    const now = this.options.now();
    const [store, register] = await Promise.all([
      this.readings.store.look(now),
      this.readings.register?.look(now),
    ]);
    this.report('folder', store);
    if (register !== undefined) this.report('register', register);
    if (store.is === 'changed' || register?.is === 'changed') {
      this.state = this.newState();
      this.options.log.info('The trust material has changed.');
    }
    this.revocations.check(this.readings.store.value, now);
  }

  private newState(): MountedTrust {
    return {
      certificates: createCertificateCache(this.readings.store.value),
      register: this.readings.register?.value ?? 'open',
    };
  }

  private report(source: 'folder' | 'register', result: LookResult): void {
    const isFaulty = result.is === 'faulty';
    instrumentsOf().trustFaults.record(isFaulty ? 1 : 0, { [attributeNames.trustSource]: source });
    if (!isFaulty || !result.isNews) return;
    const { fault } = result;
    this.options.log.error(
      { source, fault },
      'Trust material cannot be used. The last good stays.',
    );
  }
}
