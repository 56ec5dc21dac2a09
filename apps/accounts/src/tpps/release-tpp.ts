import type { AccountCommands } from '@nordgate/contracts/commands';
import type { TppStopEvent } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decide } from '@nordgate/decider';
import type { TppStop } from './tpp-stop.js';

export type ReleaseTpp = CommandOf<AccountCommands, 'ReleaseTpp'>;

/** Lets a stopped TPP in again. */
export const releaseTpp: Decide<ReleaseTpp, TppStop, TppStopEvent> = ({ meta: { at } }, stop) =>
  stop.is === 'stopped' ? [{ type: 'TppReleased', data: { at } }] : nothing;
