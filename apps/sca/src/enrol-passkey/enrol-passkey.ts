import type { PasskeyEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision, Facts } from '@nordgate/decider';
import { credentialKey, credentialScope, isFull, isSpent, passkeyOf } from '../domain/passkeys.js';
import type { Passkeys } from '../domain/passkeys.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type EnrolPasskey = CommandOf<OwnCommands, 'EnrolPasskey'>;

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
