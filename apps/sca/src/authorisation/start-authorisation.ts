import { openAuthorisationsMax } from '@nordgate/contracts/commands';
import type { AuthorisationReceipt } from '@nordgate/contracts/commands';
import type { Timers } from '@nordgate/contracts/profile';
import { streams } from '@nordgate/contracts/rules';
import { decisionOn, refuse } from '@nordgate/decider';
import type {
  Claim,
  CommandOf,
  FoundStreams,
  ManyStreams,
  StreamDecision,
} from '@nordgate/decider';
import { authorisationStream, isOpen } from './authorisation.js';
import type { Authorisation } from './authorisation.js';
import { isOver } from '../session/deadline.js';
import { failedBecause } from './failures.js';
import { openLinkClaims } from './open-links.js';
import type { AuthorisationCommands } from './authorisation-commands.js';
import { authorisationReceipt, openingOf } from './open-authorisation.js';

export type StartAuthorisation = CommandOf<AuthorisationCommands, 'StartAuthorisation'>;

/** The streams that hold one of these claims, as far as they are stored. */
export type FindLinkHolders = (claims: readonly Claim[]) => Promise<readonly string[]>;

/**
 * Opens one more link of a payment, cancellation, basket or consent. The link takes a place of its
 * resource, which it holds while it is open. A link whose time is over gives its place away, though the
 * sweep has not ended it yet. Refuses with CONFLICT when 20 are open, and leaves nothing behind then. A
 * repeat changes nothing.
 */
export function startAuthorisation(
  timers: Pick<Timers, 'linkMinutes'>,
  findHolders: FindLinkHolders,
): ManyStreams<StartAuthorisation, Authorisation, AuthorisationReceipt> {
  return {
    find: async ({ data: { resource, first } }, own) => {
      if (own.is !== 'none') return [];
      const holders = await findHolders(openLinkClaims(resource));
      return first === undefined ? holders : [...holders, streams.authorisation.id(first)];
    },
    decide: (command, found) => decideStart(timers, command, found),
    receipt: authorisationReceipt,
  };
}

function decideStart(
  timers: Pick<Timers, 'linkMinutes'>,
  command: StartAuthorisation,
  found: FoundStreams,
): readonly StreamDecision[] {
  const { stream, data, meta } = command;
  const own = found.stateOf(authorisationStream, stream);
  const on = (id: string, decision: Parameters<typeof decisionOn>[2]) =>
    decisionOn(authorisationStream, id, decision as never);
  if (own.is !== 'none') {
    return [on(stream, own.is === 'void' ? [openingOf(command, timers)] : [])];
  }
  const expired = new Set(found.ids.filter((id) => hasExpired(found, id, meta.at)));
  const places = openLinkClaims(data.resource).slice(0, placeCount(command, found));
  const at = places.findIndex((claim) => {
    const holder = found.facts.holderOf(claim);
    return holder === undefined || expired.has(holder);
  });
  const free = places[at];
  if (free === undefined) return [on(stream, refuse('CONFLICT'))];
  const opening = on(stream, [openingOf(command, timers, at + 1)]);
  const holder = found.facts.holderOf(free);
  return holder === undefined
    ? [opening]
    : [on(holder, [failedBecause('expired', meta.at)]), opening];
}

/**
 * The number of places. The first link of the resource, which its creation opens, holds none and counts
 * while it is open or not opened yet. Once it is over it stays over, so the last place stays free to use.
 */
function placeCount({ data: { first }, meta }: StartAuthorisation, found: FoundStreams): number {
  if (first === undefined) return openAuthorisationsMax;
  const id = streams.authorisation.id(first);
  const state = found.stateOf(authorisationStream, id);
  const isFirstOpen = state.is === 'none' || (isOpen(state) && !hasExpired(found, id, meta.at));
  return isFirstOpen ? openAuthorisationsMax - 1 : openAuthorisationsMax;
}

function hasExpired(found: FoundStreams, id: string, at: string): boolean {
  const state = found.stateOf(authorisationStream, id);
  return isOpen(state) && isOver(state.expiresAt, at);
}
