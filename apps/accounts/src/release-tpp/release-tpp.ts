import type { AccountCommandData, TppStopEvent } from '@nordgate/contracts';
import { nothing } from '@nordgate/event-store';
import type { Command, Decide } from '@nordgate/event-store';
import type { TppStop } from '../domain/tpp-stop.js';

export type ReleaseTpp = Command<'ReleaseTpp', AccountCommandData['ReleaseTpp']>;

/** Lets a stopped TPP in again. */
export const releaseTpp: Decide<ReleaseTpp, TppStop, TppStopEvent> = ({ meta: { at } }, stop) =>
  stop.is === 'stopped' ? [{ type: 'TppReleased', data: { at } }] : nothing;
