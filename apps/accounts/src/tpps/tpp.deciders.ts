import type { TppCommands } from '@nordgate/contracts/commands';
import { on } from '@nordgate/decider';
import type { DeciderTable } from '@nordgate/decider';
import { registerTppContact, removeTppContact } from './register-tpp-contact.js';
import { releaseTpp, stopTpp } from './stop-tpp.js';
import { registrationBy, tppContactStream } from './tpp-contact.js';
import { tppStopStream } from './tpp-stop.js';

/** The deciders of what a TPP registers, and of what the operator decides about a TPP. */
export const tppDeciders: DeciderTable<TppCommands> = {
  RegisterTppContact: on(tppContactStream, registerTppContact, {
    receipt: (contact, { data }) => registrationBy(contact, data.by) ?? null,
  }),
  RemoveTppContact: on(tppContactStream, removeTppContact),
  // The operator's alone.
  StopTpp: on(tppStopStream, stopTpp, { receipt: (stop) => stop, isInternal: true }),
  ReleaseTpp: on(tppStopStream, releaseTpp, { receipt: (stop) => stop, isInternal: true }),
};
