import type { Command } from '@nordgate/decider';
import type { EventStore } from './event-store.js';
import type { SliceItem, SliceResult } from './slice-item.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Runs one command: gets roots from the work and runs deciders on them. Its answer, perhaps a refusal, is the reply. */
export type Execute = (command: Command, work: UnitOfWork) => Promise<unknown>;

/** How a slice is run; `retrying` passes parked keys and leaves parking to the caller. */
export interface SliceRun {
  readonly store: EventStore;
  /** Whose inbox and parked messages these are. */
  readonly consumer: string;
  readonly execute: Execute;
  readonly retrying: boolean;
  /** Whether the ids of its commands go through the inbox. */
  readonly remembers: boolean;
}

/** How a round is run. */
export interface RoundRun extends SliceRun {
  /** Whether its streams are taken for new ones instead of being loaded (`SliceItem.founds`). */
  readonly founding: boolean;
}

/** An item and where its result goes. */
export interface SliceEntry {
  readonly item: SliceItem;
  result?: SliceResult;
}
