import type { PasskeyEvent } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { passkeyOf } from '../domain/passkeys.js';
import type { Passkeys } from '../domain/passkeys.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type RemovePasskey = CommandOf<OwnCommands, 'RemovePasskey'>;

/** Takes a passkey away; one that is gone already stays so. */
export function removePasskey(
  { data: { credentialId }, meta: { at } }: RemovePasskey,
  passkeys: Passkeys,
): Decision<PasskeyEvent> {
  if (passkeyOf(passkeys, credentialId) === undefined) return nothing;
  return [{ type: 'PasskeyRemoved', data: { credentialId, at } }];
}
