import type { PasskeyEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { passkeyOf } from '../domain/passkeys.js';
import type { Passkeys } from '../domain/passkeys.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type UsePasskey = CommandOf<OwnCommands, 'UsePasskey'>;

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
