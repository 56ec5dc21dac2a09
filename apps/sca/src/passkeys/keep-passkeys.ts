import type { CommandContract } from '@nordgate/contracts/commands';
import { credentialKey, credentialScope, isFull, isSpent, passkeyOf } from './passkeys.js';
import type { Passkeys } from './passkeys.js';
import type { PasskeyEnrolled, PasskeyEvent, PasskeyUsed } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision, Facts } from '@nordgate/decider';

/** The commands of a customer's passkeys: only the site sends them. */
export interface PasskeyCommands {
  readonly EnrolPasskey: OnPasskeys<Omit<PasskeyEnrolled['data'], 'at'>>;
  readonly UsePasskey: OnPasskeys<Omit<PasskeyUsed['data'], 'at'>>;
  readonly RemovePasskey: OnPasskeys<{ readonly credentialId: string }>;
}

type OnPasskeys<Data> = CommandContract<'passkeys', Data, Passkeys>;

export type EnrolPasskey = CommandOf<PasskeyCommands, 'EnrolPasskey'>;

/**
 * Adds a passkey: one for each authorisation that was made for it, and none that anybody has
 * already (WebAuthn level 3, section 7.1).
 */
export function enrolPasskey(
  { data, meta, stream }: EnrolPasskey,
  passkeys: Passkeys,
  { holderOf }: Facts,
): Decision<PasskeyEvent> {
  const { authorisationId, credentialId } = data;
  const same = passkeyOf(passkeys, credentialId);
  if (same?.authorisationId === authorisationId) return nothing;
  if (same !== undefined || isSpent(passkeys, authorisationId) || isFull(passkeys)) {
    return refuse('CONFLICT');
  }
  const holder = holderOf({ scope: credentialScope, key: credentialKey(data) });
  if (holder !== undefined && holder !== stream) return refuse('CONFLICT');
  return [{ type: 'PasskeyEnrolled', data: { ...data, at: meta.at } }];
}

export type UsePasskey = CommandOf<PasskeyCommands, 'UsePasskey'>;

/**
 * A passkey signed what was shown. Its counter has to have grown, or two authenticators have the
 * same key (WebAuthn level 3, section 6.1.1); one without a counter always says 0. The same
 * signature again is a double click.
 */
export function usePasskey({ data, meta }: UsePasskey, passkeys: Passkeys): Decision<PasskeyEvent> {
  const passkey = passkeyOf(passkeys, data.credentialId);
  if (passkey === undefined) return refuse('SCA_INVALID');
  if (passkey.lastUse?.proof === data.proof) return nothing;
  const hasCounter = data.counter > 0 || passkey.counter > 0;
  if (hasCounter && data.counter <= passkey.counter) return refuse('SCA_INVALID');
  return [{ type: 'PasskeyUsed', data: { ...data, at: meta.at } }];
}

export type RemovePasskey = CommandOf<PasskeyCommands, 'RemovePasskey'>;

/** Takes a passkey away; one that is gone already stays so. */
export function removePasskey(
  { data: { credentialId }, meta: { at } }: RemovePasskey,
  passkeys: Passkeys,
): Decision<PasskeyEvent> {
  if (passkeyOf(passkeys, credentialId) === undefined) return nothing;
  return [{ type: 'PasskeyRemoved', data: { credentialId, at } }];
}
