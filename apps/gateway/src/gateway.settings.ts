import type { KeyObject } from 'node:crypto';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { Health, Telemetry } from '@nordgate/telemetry';
import type { RequestLimits } from './guard/limits.js';
import type { LoadLimits, LoadSigns } from './guard/overload.js';
import type { Rates } from './guard/rate-limits.js';
import type { TlsFiles } from './guard/tls.js';
import type { IdKeys } from '@nordgate/contracts/rules';
import type { ResponseSeal } from './seal/response-seal.js';
import type { TrustReadings } from './trust/trust-keeper.js';

/** What the gateway needs besides the platform. */
export interface GatewaySettings {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly environment: 'sandbox' | 'production';
  /** Base address of the SCA site, for links. */
  readonly scaUrl: string;
  /** What the bank decides about its interface. */
  readonly profile: BankProfile;
  /** Whom to trust, as it was mounted at the start. */
  readonly trust: TrustReadings;
  readonly ids: IdKeys;
  readonly linkKey: KeyObject;
  /** What answers are sealed with (specification 5.9); without it they are not. */
  readonly responseSeal?: ResponseSeal;
  readonly health: Health;
  readonly telemetry: Telemetry;
  /** Where they differ from the usual ones. */
  readonly limits?: Partial<RequestLimits>;
  /** Without them TLS is the task of whoever stands before the gateway. */
  readonly tlsFiles?: TlsFiles;
  readonly rates?: Partial<Rates>;
  readonly load?: Partial<LoadLimits & LoadSigns>;
  /** Addresses and networks, with commas between them, whose X-Forwarded-For is believed. */
  readonly trustedProxies?: string;
}

/** Injection token of the settings. */
export const SETTINGS = 'gateway.settings';
