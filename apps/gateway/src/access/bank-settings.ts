import type { KeyObject } from 'node:crypto';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { IdKeys } from '@nordgate/contracts/rules';

/** The certificate and key that answers are sealed with, as PEM (specification 5.9). */
export interface ResponseSeal {
  readonly key: string;
  /** The certificate of the seal first; its issuers may follow. */
  readonly certificate: string;
}

/** The settings that routes work with. */
export interface BankSettings {
  /** What the bank decides about its interface. */
  readonly profile: BankProfile;
  /** Base address of the approval site, for links. */
  readonly scaUrl: string;
  /** The keys of public ids. */
  readonly ids: IdKeys;
  /** The key of the tokens in authorisation links. */
  readonly linkKey: KeyObject;
  /** Answers are not sealed without it. */
  readonly responseSeal?: ResponseSeal;
}

/** Injection token of {@link BankSettings}. */
export const BANK_SETTINGS = 'gateway.bank-settings';
