import type { CommandContract } from '@nordgate/contracts/commands';
import type { AccessEvent, PasskeyEvent, PsuEvent, SessionEvent } from '@nordgate/contracts/events';
import { nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Access } from '../access/access.js';
import type { Passkeys } from '../passkeys/passkeys.js';
import type { Psu } from '../session/psu.js';
import type { Session } from '../session/session.js';

/**
 * The commands that erase what the bank knows of a customer and no law keeps (GDPR, Article 17): only the operator's
 * command sends them. The earlier events of the stream are deleted afterwards (ADR 66).
 */
export interface ForgetCommands {
  readonly ForgetAccess: CommandContract<'access', Record<string, never>>;
  readonly ForgetPasskeys: CommandContract<'passkeys', Record<string, never>>;
  readonly ForgetSession: CommandContract<'session', Record<string, never>>;
  readonly ForgetPsu: CommandContract<'psu', Record<string, never>>;
}

/** Erases an access that is over. One that is granted has to be revoked first: the TPP may still read. */
export function forgetAccess(
  { meta: { at } }: CommandOf<ForgetCommands, 'ForgetAccess'>,
  access: Access,
): Decision<AccessEvent> {
  switch (access.is) {
    case 'none':
      return nothing;
    case 'granted':
      return refuse('CONFLICT');
    case 'revoked':
      return [{ type: 'AccessForgotten', data: { at } }];
    default:
      return unreachable(access);
  }
}

/** Erases passkeys that were removed. Those in force have to be removed first: each frees its credential. */
export function forgetPasskeys(
  { meta: { at } }: CommandOf<ForgetCommands, 'ForgetPasskeys'>,
  passkeys: Passkeys,
): Decision<PasskeyEvent> {
  if (passkeys.is === 'none') return nothing;
  if (passkeys.passkeys.length > 0) return refuse('CONFLICT');
  return [{ type: 'PasskeysForgotten', data: { at } }];
}

/** Erases the sessions of a PSU with a TPP. A live one ends with it. */
export function forgetSession(
  { meta: { at } }: CommandOf<ForgetCommands, 'ForgetSession'>,
  session: Session,
): Decision<SessionEvent> {
  return session.is === 'none' ? nothing : [{ type: 'SessionForgotten', data: { at } }];
}

/** Erases a PSU-ID. The next SCA with the TPP makes another one. */
export function forgetPsu(
  { meta: { at } }: CommandOf<ForgetCommands, 'ForgetPsu'>,
  psu: Psu,
): Decision<PsuEvent> {
  return psu.is === 'none' ? nothing : [{ type: 'PsuForgotten', data: { at } }];
}
