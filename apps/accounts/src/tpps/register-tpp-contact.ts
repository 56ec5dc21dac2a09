import type { AccountCommands } from '@nordgate/contracts/commands';
import type { TppContactEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decide } from '@nordgate/decider';
import { registrationBy } from './tpp-contact.js';
import type { TppContact } from './tpp-contact.js';

export type RegisterTppContact = CommandOf<AccountCommands, 'RegisterTppContact'>;
export type RemoveTppContact = CommandOf<AccountCommands, 'RemoveTppContact'>;

/**
 * Registers the address of a TPP for operational notices (specification section 1), or replaces it.
 * Refuses with CONFLICT a request that has registered another address.
 */
export const registerTppContact: Decide<RegisterTppContact, TppContact, TppContactEvent> = (
  { data, meta: { at } },
  contact,
) => {
  const before = registrationBy(contact, data.by);
  if (before !== undefined) return before.email === data.email ? nothing : refuse('CONFLICT');
  return [{ type: 'TppContactRegistered', data: { ...data, at } }];
};

/** Removes the address of a TPP. */
export const removeTppContact: Decide<RemoveTppContact, TppContact, TppContactEvent> = (
  { meta: { at } },
  contact,
) => (contact.is === 'registered' ? [{ type: 'TppContactRemoved', data: { at } }] : nothing);
