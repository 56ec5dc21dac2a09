import type {
  PasskeyEnrolled,
  PasskeyEvent,
  PasskeysCarriedForward,
} from '@nordgate/contracts/events';
import { generationOf, inGeneration, streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** What a customer may approve with (WebAuthn). */
export type Passkeys = { readonly is: 'none' } | KnownPasskeys;

export interface KnownPasskeys {
  readonly is: 'known';
  readonly customerId: string;
  /** Those in force, in the order in which they came. */
  readonly passkeys: readonly Passkey[];
  /** Authorisations that have added a passkey: none of them adds another. The newest first. */
  readonly spent: readonly string[];
}

export interface Passkey extends Omit<PasskeyEnrolled['data'], 'customerId' | 'at'> {
  readonly enrolledAt: string;
  readonly lastUse?: { readonly at: string; readonly proof: string };
}

/** So many a customer may have. */
export const passkeysMax = 10;

/** An authorisation can add a passkey for minutes only, so this many are more than enough. */
const spentMax = 50;

function evolve(passkeys: Passkeys, event: PasskeyEvent): Passkeys {
  switch (event.type) {
    case 'PasskeyEnrolled': {
      const { customerId, at: enrolledAt, ...enrolled } = event.data;
      const [before, spent] =
        passkeys.is === 'none' ? [[], []] : [passkeys.passkeys, passkeys.spent];
      return {
        is: 'known',
        customerId,
        passkeys: [...before, { ...enrolled, enrolledAt }],
        spent: [enrolled.authorisationId, ...spent].slice(0, spentMax),
      };
    }
    case 'PasskeyUsed': {
      const { credentialId, counter, proof, at } = event.data;
      const known = knownOf(passkeys);
      const used = known.passkeys.map((one) =>
        one.credentialId === credentialId ? { ...one, counter, lastUse: { at, proof } } : one,
      );
      return { ...known, passkeys: used };
    }
    case 'PasskeyRemoved': {
      const known = knownOf(passkeys);
      const { credentialId } = event.data;
      const left = known.passkeys.filter((one) => one.credentialId !== credentialId);
      return { ...known, passkeys: left };
    }
    case 'PasskeysForgotten':
      return { is: 'none' };
    case 'PasskeysCarriedForward':
      return carriedOver(event.data);
    default:
      return unreachable(event);
  }
}

function carriedOver({
  carriedAt: _carriedAt,
  ...known
}: PasskeysCarriedForward['data']): KnownPasskeys {
  return { ...known, is: 'known' };
}

function knownOf(passkeys: Passkeys): KnownPasskeys {
  if (passkeys.is === 'none') throw new Error('the customer never had a passkey');
  return passkeys;
}

/** The passkey with this id, of this customer. */
export function passkeyOf(passkeys: Passkeys, credentialId: string): Passkey | undefined {
  if (passkeys.is === 'none') return undefined;
  return passkeys.passkeys.find((one) => one.credentialId === credentialId);
}

/** Whether an authorisation has added a passkey: this one, or one that is gone. */
export function isSpent(passkeys: Passkeys, authorisationId: string): boolean {
  return passkeys.is === 'known' && passkeys.spent.includes(authorisationId);
}

/** Whether the customer has as many passkeys as may be. */
export function isFull(passkeys: Passkeys): boolean {
  return passkeys.is === 'known' && passkeys.passkeys.length >= passkeysMax;
}

/** A credential belongs to one customer (WebAuthn level 3, section 7.1). */
export const credentialScope = 'passkey';

/** The key of a credential's claim, in the generation of its passkey: a reset of the sandbox frees it. */
export function credentialKey({
  credentialId,
  authorisationId,
}: Pick<Passkey, 'credentialId' | 'authorisationId'>): string {
  return inGeneration(credentialId, generationOf(authorisationId));
}

/** Streams `passkeys-<customer>`, after a reset of the sandbox with its generation. */
export const passkeysStream = streamType<Passkeys, PasskeyEvent, 'passkeys'>({
  name: streams.passkeys.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: {
    PasskeyEnrolled: { version: 1 },
    PasskeyUsed: { version: 1 },
    PasskeyRemoved: { version: 1 },
    PasskeysForgotten: { version: 1 },
    PasskeysCarriedForward: { version: 1 },
  },
  forgottenBy: 'PasskeysForgotten',
  carriedForwardBy: 'PasskeysCarriedForward',
  claims: (passkeys) =>
    passkeys.is === 'none'
      ? []
      : passkeys.passkeys.map((one) => ({ scope: credentialScope, key: credentialKey(one) })),
});

/** The stream of a customer's passkeys. */
export const passkeysStreamId = streams.passkeys.id;
