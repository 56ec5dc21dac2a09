import { MountedValue, Poll } from '@nordgate/service/process';
import { openRegisterFile, trustFolder } from '@nordgate/service/trust';
import type { LookResult } from '@nordgate/service/process';
import type { TppAuthorities, TppRegister, TrustFolderOptions } from '@nordgate/service/trust';
import { createCertificateCache } from '@nordgate/signature';
import type { CertificateCache } from '@nordgate/signature';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { RevocationWatch } from './revocation-watch.js';

export interface TrustOptions extends TrustFolderOptions {
  /** JSON file of the register; the register is open without it. */
  readonly registerPath: string | undefined;
}

/** The mounted trust material, read for the first time. */
export interface TrustReadings {
  readonly store: MountedValue<TppAuthorities>;
  readonly register: MountedValue<TppRegister> | undefined;
}

/** Reads the trust material. Rejects when a part of it cannot be used. */
export async function readTrust(options: TrustOptions, now: Date): Promise<TrustReadings> {
  const { registerPath: path } = options;
  const store = await MountedValue.open(trustFolder(options), now);
  const register = path === undefined ? undefined : await openRegisterFile(path, now);
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
const trustLookMs = 5000;

export interface TrustKeeperOptions {
  /** While the register cannot be read its last good content counts for this long. */
  readonly registerUnreadableMsMax: number;
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
  private readonly folderPoll = new Poll(() => this.lookAtFolder(), trustLookMs);
  /** A slow register must not delay a revocation list. */
  private readonly registerPoll = new Poll(() => this.lookAtRegister(), trustLookMs);
  private wasReadable = false;
  private trouble: string | undefined;

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
    const { registerUnreadableMsMax } = this.options;
    const isOld =
      readAt !== undefined && now.getTime() - readAt.getTime() > registerUnreadableMsMax;
    if (isOld) return { ...this.state, register: 'unreadable' };
    this.wasReadable = true;
    return this.state;
  }

  /** Rejects until the register has been readable once: later, TPPs get an answer that says so. */
  check(): Promise<void> {
    this.current(this.options.now());
    return this.wasReadable
      ? Promise.resolve()
      : Promise.reject(new Error('the register of TPPs has not been read yet'));
  }

  /** Asks a register that is a service for the first time: a file has been read already. */
  async firstLook(): Promise<void> {
    if (this.readings.register?.isRemote === true) await this.lookAtRegister();
  }

  start(): void {
    this.folderPoll.start();
    this.registerPoll.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.folderPoll.stop(), this.registerPoll.stop()]);
  }

  /** Looks once whether anything changed. */
  async look(): Promise<void> {
    await Promise.all([this.lookAtFolder(), this.lookAtRegister()]);
  }

  private async lookAtFolder(): Promise<void> {
    const now = this.options.now();
    this.follow('folder', await this.readings.store.look(now));
    this.revocations.check(this.readings.store.value, now);
  }

  private async lookAtRegister(): Promise<void> {
    const { register } = this.readings;
    if (register !== undefined) this.follow('register', await register.look(this.options.now()));
  }

  private follow(source: 'folder' | 'register', result: LookResult): void {
    this.report(source, result);
    if (result.is !== 'changed') return;
    this.state = this.newState();
    this.options.log.info('The trust material has changed.');
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
    const { log } = this.options;
    if (!isFaulty) {
      if (result.trouble !== undefined && result.trouble !== this.trouble) {
        log.warn({ source, fault: result.trouble }, 'Trust material is good, but not all is well.');
      }
      this.trouble = result.trouble;
    } else if (result.isNews) {
      const { fault } = result;
      log.error({ source, fault }, 'Trust material cannot be used. The last good stays.');
    }
  }
}
