import type { CommandContract } from '@nordgate/contracts/commands';
import type { AccessEvent, PasskeyEvent, SessionEvent } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Access } from '../access/access.js';
import type { Passkeys } from '../passkeys/passkeys.js';
import type { Session } from '../session/session.js';

/**
 * The commands that record the whole state of a stream that goes on, so that its earlier events may be dropped once this one is
 * old (ADR 87): only the work of sca sends them. Where nothing is known, nothing changes. Never refused.
 */
export interface CarryCommands {
  readonly CarryAccess: CommandContract<'access', Record<string, never>>;
  readonly CarryPasskeys: CommandContract<'passkeys', Record<string, never>>;
  readonly CarrySession: CommandContract<'session', Record<string, never>>;
}

/** Records what a TPP may read, or might read until it was ended, and which consents were over before. */
export function carryAccess(
  { meta: { at: carriedAt } }: CommandOf<CarryCommands, 'CarryAccess'>,
  access: Access,
): Decision<AccessEvent> {
  if (access.is === 'none') return nothing;
  return [{ type: 'AccessCarriedForward', data: { ...withoutIs(access), carriedAt } }];
}

/** Records the passkeys in force, each with its counter and its last proof, and the authorisations that have added one. */
export function carryPasskeys(
  { meta: { at: carriedAt } }: CommandOf<CarryCommands, 'CarryPasskeys'>,
  passkeys: Passkeys,
): Decision<PasskeyEvent> {
  if (passkeys.is === 'none') return nothing;
  return [{ type: 'PasskeysCarriedForward', data: { ...withoutIs(passkeys), carriedAt } }];
}

/** Records the last session with those that it has ended, and the contexts of all. */
export function carrySession(
  { meta: { at: carriedAt } }: CommandOf<CarryCommands, 'CarrySession'>,
  session: Session,
): Decision<SessionEvent> {
  if (session.is === 'none') return nothing;
  const { current, replaced, contexts } = session;
  return [{ type: 'SessionCarriedForward', data: { ...current, replaced, contexts, carriedAt } }];
}

function withoutIs<Known extends { readonly is: string }>({
  is: _is,
  ...known
}: Known): Omit<Known, 'is'> {
  return known;
}
