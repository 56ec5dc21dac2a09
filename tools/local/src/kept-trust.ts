import { access } from 'node:fs/promises';
import type { SignatureAlgorithm } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature/issue';
import { openSandboxTrust } from './sandbox-trust.js';
import type { SandboxTrust } from './sandbox-trust.js';

/** Where a renewal is told. */
export interface RenewalLog {
  info(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export interface KeptTrustOptions {
  /** Of the bank's seal. Default: that of the seal that is there. */
  readonly algorithm?: SignatureAlgorithm | undefined;
  /** Called after a renewal, until it succeeds once: takes the files to who reads copies. */
  readonly renewed?: () => Promise<void>;
}

/** How often a running bank looks whether its test certificates end: they have a year left when they do. */
const renewalLookMs = 6 * 3_600_000;

/**
 * The certificates of a sandbox that runs: they are renewed in their files as those of a start are, and each property is that of
 * now. Who keeps the seal or the CA beyond one request watches the file.
 */
export class KeptTrust implements SandboxTrust {
  readonly ca: IssuedPem;
  private isUntold = false;

  private constructor(
    private held: SandboxTrust,
    private readonly open: (now: Date) => Promise<SandboxTrust>,
    private readonly renewed: () => Promise<void>,
  ) {
    const authority = () => this.held.ca;
    this.ca = {
      get certificate() {
        return authority().certificate;
      },
      get key() {
        return authority().key;
      },
    };
  }

  /** Reads or makes the certificates, as {@link openSandboxTrust} does. */
  static async open(
    dataDir: string,
    now: Date,
    { algorithm, renewed = () => Promise.resolve() }: KeptTrustOptions = {},
  ): Promise<KeptTrust> {
    const open = (at: Date) => openSandboxTrust(dataDir, at, algorithm);
    return new KeptTrust(await open(now), open, renewed);
  }

  get demoTpp(): IssuedPem {
    return this.held.demoTpp;
  }

  get bankSeal(): IssuedPem {
    return this.held.bankSeal;
  }

  get bankSealFiles(): SandboxTrust['bankSealFiles'] {
    return this.held.bankSealFiles;
  }

  get caFile(): string {
    return this.held.caFile;
  }

  /**
   * Renews what has less than a year left at that time. A CA whose file has gone is no first start: a new key would
   * end the trust in every certificate that the CA has issued.
   *
   * @returns the names of what was renewed
   * @throws errors of the file system, also for a CA whose file has gone, and those of `renewed`
   */
  async renew(now: Date): Promise<readonly string[]> {
    const before = this.held;
    await access(before.caFile);
    this.held = await this.open(now);
    const names = (['ca', 'demoTpp', 'bankSeal'] as const).filter(
      (name) => before[name].certificate !== this.held[name].certificate,
    );
    this.isUntold ||= names.length > 0;
    if (this.isUntold) await this.renewed();
    this.isUntold = false;
    return names;
  }

  /** Renews them while the bank runs, until it is stopped. A fault is logged, and the next look tries again. */
  follow(log: RenewalLog, now = (): Date => new Date()): { stop(): Promise<void> } {
    let running = Promise.resolve();
    const timer = setInterval(() => {
      running = this.look(log, now());
    }, renewalLookMs);
    return {
      async stop() {
        clearInterval(timer);
        await running;
      },
    };
  }

  private async look(log: RenewalLog, now: Date): Promise<void> {
    try {
      const renewed = await this.renew(now);
      if (renewed.length > 0) log.info({ renewed }, 'Test certificates were renewed.');
    } catch (error) {
      log.error({ fault: (error as Error).message }, 'The test certificates cannot be renewed.');
    }
  }
}
