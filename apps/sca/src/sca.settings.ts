import type { ProfileAppLinks, Timers } from '@nordgate/contracts/profile';
import type { MountedValue, TppRegister } from '@nordgate/service/process';

export type Environment = 'sandbox' | 'production';

/** What a process tells the SCA service and its site. */
export interface ScaSettings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Where browsers reach the site, without a path. Default: host and port over plain http. */
  readonly publicUrl?: string;
  readonly environment: Environment;
  /** How long links, approval pages, sessions and unanswered consents last, as the bank's profile says. */
  readonly timers: Timers;
  /** The register of TPPs; without it every TPP may act that the operator has not stopped. */
  readonly register?: MountedValue<TppRegister> | undefined;
  /** The bank's apps that open links of the site. */
  readonly appLinks?: ProfileAppLinks | undefined;
  readonly keys: {
    /** Derives the codes of the sandbox's SCA method. */
    readonly code: Buffer;
    /** Derives form tokens and browser secrets. */
    readonly cookies: Buffer;
  };
}

/** Injection token of ScaSettings. */
export const SCA_SETTINGS = 'nordgate.sca.settings';
