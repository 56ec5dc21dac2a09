import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { MountedValue } from '../trust/mounted-value.js';
import type { MountedSource } from '../trust/mounted-value.js';

/** A value that changes when its file does. Read it for each use. */
export interface Current<Value> {
  readonly value: Value;
}

/** Poll interval of the mounted secrets. */
export const secretLookMs = 5000;

interface WatchedSecret {
  readonly name: string;
  readonly mounted: MountedValue<unknown>;
  /** The names of the keys in force. They are public. */
  readonly keyNames: () => string;
  /** When the certificate of the secret expires. */
  readonly expiresAt: () => Date | undefined;
}

/**
 * Reads mounted secrets again while the process runs (docs/operations/rotation.md). A file that cannot be
 * used keeps its last good value: the log has one line for it, and a metric is 1 meanwhile.
 */
export class SecretWatch {
  private readonly secrets: WatchedSecret[] = [];
  private log: Log | undefined;

  /**
   * Reads a secret for the first time. `expiresAt` is for one with a certificate. Rejects when the secret cannot be
   * used.
   */
  async open<Value>(
    name: string,
    source: MountedSource<Value>,
    keyNames: (value: Value) => string,
    expiresAt: (value: Value) => Date | undefined = () => undefined,
  ): Promise<Current<Value>> {
    const mounted = await MountedValue.open(source, new Date());
    this.secrets.push({
      name,
      mounted,
      keyNames: () => keyNames(mounted.value),
      expiresAt: () => expiresAt(mounted.value),
    });
    return mounted;
  }

  /** Looks at every secret every few seconds, until it is stopped. */
  follow(log: Log): { stop(): Promise<void> } {
    this.log = log;
    let running: Promise<void> | undefined;
    const timer = setInterval(() => {
      running ??= this.look().finally(() => (running = undefined));
    }, secretLookMs);
    return {
      async stop() {
        clearInterval(timer);
        await running;
      },
    };
  }

  /** Looks once whether any secret has changed. Never rejects. */
  async look(): Promise<void> {
    for (const secret of this.secrets) await this.lookAt(secret);
  }

  private async lookAt({ name, mounted, keyNames, expiresAt }: WatchedSecret): Promise<void> {
    const labels = { [attributeNames.secret]: name };
    const result = await mounted.look(new Date());
    noteInUse(name, await mounted.isBehind());
    instrumentsOf().secretFaults.record(result.is === 'faulty' ? 1 : 0, labels);
    instrumentsOf().secretChanges.add(result.is === 'changed' ? 1 : 0, labels);
    const end = expiresAt();
    if (end !== undefined) {
      const certificate = { [attributeNames.certificate]: name };
      instrumentsOf().certificateEnd.record(end.getTime() / 1000, certificate);
    }
    if (result.is === 'changed') {
      this.log?.info({ secret: name, keyNames: keyNames() }, 'A secret has changed.');
    }
    if (result.is !== 'faulty' || !result.isNews) return;
    const { fault } = result;
    this.log?.error({ secret: name, fault }, 'A secret cannot be used. The last good one stays.');
  }
}

/**
 * Sets the gauge that tells whether a mounted file is newer than what the process uses.
 *
 * @param name the setting that names the file, or the name of the file in the folder of secrets
 */
export function noteInUse(name: string, isBehind: boolean): void {
  instrumentsOf().secretFileNewer.record(isBehind ? 1 : 0, { [attributeNames.secret]: name });
}
