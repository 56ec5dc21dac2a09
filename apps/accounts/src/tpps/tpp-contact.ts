import type { TppContactEvent, TppContactRegistered } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** The address of a TPP for operational notices; also the inline view that queries read. */
export type TppContact = ContactNow & {
  /** What the requests of late have registered, oldest first: their repeats get the same answer. */
  readonly registrations?: readonly RegisteredTppContact[];
};

type ContactNow = { readonly is: 'none' | 'removed' } | RegisteredTppContact;

export interface RegisteredTppContact extends Omit<TppContactRegistered['data'], 'at'> {
  readonly is: 'registered';
  readonly since: string;
}

/** How many requests the bank knows again. */
const registrationsMax = 100;

function evolve(contact: TppContact, event: TppContactEvent): TppContact {
  const { registrations = [] } = contact;
  switch (event.type) {
    case 'TppContactRegistered': {
      const { at, ...data } = event.data;
      const isSame = contact.is === 'registered' && contact.email === data.email;
      const now = { is: 'registered', ...data, since: isSame ? contact.since : at } as const;
      return { ...now, registrations: [...registrations, now].slice(-registrationsMax) };
    }
    case 'TppContactRemoved':
      return { is: 'removed', registrations };
    default:
      return unreachable(event);
  }
}

/** What a request has registered, whatever came after it; undefined for another or a forgotten request. */
export function registrationBy(
  { registrations = [] }: TppContact,
  request: string,
): RegisteredTppContact | undefined {
  return registrations.find(({ by }) => by === request);
}

/** Streams `tpp-contact-<tpp>`, by organizationIdentifier; after a reset of the sandbox with its generation. */
export const tppContactStream = streamType<TppContact, TppContactEvent, 'tpp-contact'>({
  name: streams.tppContact.category,
  stateVersion: 2,
  initial: { is: 'none' },
  evolve,
  events: { TppContactRegistered: { version: 1 }, TppContactRemoved: { version: 1 } },
});
