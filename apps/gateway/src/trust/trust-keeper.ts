import { createCertificateCache } from '@nordgate/signature';
import type { TrustStore } from '@nordgate/signature';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { KeptReading } from './kept-reading.js';
import type { Finding } from './kept-reading.js';
import { listsDue } from './lists-due.js';
import { Poll } from './poll.js';
import { registerFile } from './register-file.js';
import type { TppRegister } from './tpp-register.js';
import { trustFolder } from './trust-folder.js';
import type { TrustFolderOptions } from './trust-folder.js';
import type { MountedTrust } from './trust-state.js';

export interface TrustOptions extends TrustFolderOptions {
  /** JSON file of the register; without it the register is open. */
  readonly registerPath: string | undefined;
}

/** What is mounted, read for the first time. */
export interface TrustReadings {
  readonly store: KeptReading<TrustStore>;
  readonly register: KeptReading<TppRegister> | undefined;
}

/** Reads what is mounted. Rejects with whatever part cannot be used. */
export async function readTrust(options: TrustOptions, now: Date): Promise<TrustReadings> {
  const { registerPath: path } = options;
  const store = await KeptReading.open(trustFolder(options), now);
  const register = path === undefined ? undefined : await KeptReading.open(registerFile(path), now);
  return { store, register };
}

/** Looks at the mounted files every few seconds. */
export const trustLookMs = 5000;

/** How long the register may be unreadable before nobody is let in by what it said last. */
export const registerUnreadableMsMax = 5 * 60_000;

export interface TrustKeeperOptions {
  readonly log: Log;
  readonly now: () => Date;
}

/**
 * Keeps whom the gateway trusts as its mounted files say it. A change makes a new state with an empty
 * certificate cache, and replaces the old state at once. A part that cannot be used keeps its last
 * good value.
 */
export class TrustKeeper {
  private state: MountedTrust;
  private readonly told = new Set<string>();
  private readonly poll = new Poll(() => this.look(), trustLookMs);

  constructor(
    private readonly readings: TrustReadings,
    private readonly options: TrustKeeperOptions,
  ) {
    this.state = this.newState();
    this.watchLists(options.now());
  }

  /** The state that holds at a time. */
  current(now: Date): MountedTrust {
    const readAt = this.readings.register?.inOrderAt;
    // Not by the last fault: a look that never ends must not keep the register good for ever.
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

  /** Looks whether anything changed, once. */
  async look(): Promise<void> {
    const now = this.options.now();
    const [store, register] = await Promise.all([
      this.readings.store.look(now),
      this.readings.register?.look(now),
    ]);
    this.tell('folder', store);
    if (register !== undefined) this.tell('register', register);
    if (store.is === 'changed' || register?.is === 'changed') {
      this.state = this.newState();
      this.options.log.info('the trust material has changed');
    }
    this.watchLists(now);
  }

  private newState(): MountedTrust {
    return {
      certificates: createCertificateCache(this.readings.store.value),
      register: this.readings.register?.value ?? 'open',
    };
  }

  private tell(source: 'folder' | 'register', finding: Finding): void {
    const isFaulty = finding.is === 'faulty';
    instrumentsOf().trustFaults.record(isFaulty ? 1 : 0, { [attributeNames.trustSource]: source });
    if (!isFaulty || !finding.isNews) return;
    const { fault } = finding;
    this.options.log.error({ source, fault }, 'trust material cannot be used; the last good stays');
  }

  private watchLists(now: Date): void {
    const lists = listsDue(this.readings.store.value.revocations.lists, now);
    const [first] = lists;
    if (first !== undefined) {
      const seconds = (first.nextUpdate.getTime() - now.getTime()) / 1000;
      instrumentsOf().revocationListSeconds.record(seconds);
    }
    for (const { issuer, nextUpdate, due } of lists) {
      const news = `${due} ${issuer} ${nextUpdate.toISOString()}`;
      if (due === 'later' || this.told.has(news)) continue;
      this.told.add(news);
      const fields = { issuer, nextUpdate: nextUpdate.toISOString() };
      if (due === 'soon')
        this.options.log.warn(fields, 'a new revocation list is due within a day');
      else this.options.log.error(fields, 'a revocation list is overdue');
    }
  }
}
