import type { TppContactEvent, TppContactRegistered } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** The address of a TPP for operational notices; also the inline view that queries read. */
export type TppContact =
  | { readonly is: 'none' }
  | RegisteredTppContact
  | { readonly is: 'removed' };

export interface RegisteredTppContact extends Omit<TppContactRegistered['data'], 'at'> {
  readonly is: 'registered';
  readonly since: string;
}

function evolve(_contact: TppContact, event: TppContactEvent): TppContact {
  switch (event.type) {
    case 'TppContactRegistered': {
      const { at: since, ...registered } = event.data;
      return { is: 'registered', ...registered, since };
    }
    case 'TppContactRemoved':
      return { is: 'removed' };
    default:
      return unreachable(event);
  }
}

/** Streams `tpp-contact-<tpp>`, by organizationIdentifier; after a reset of the sandbox with its generation. */
export const tppContactStream = streamType<TppContact, TppContactEvent, 'tpp-contact'>({
  name: streams.tppContact.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: { TppContactRegistered: { version: 1 }, TppContactRemoved: { version: 1 } },
});
