import type { TopicName } from '@nordgate/contracts/topics';
import type { AnyStreamType } from '@nordgate/decider';
import type { EventStore } from '@nordgate/event-store';
import type { Bus } from '../bus.js';
import { journal, mirror } from './journal.js';

/** What the contract needs to put a transport to the test; a fresh one for every test. */
export interface BusHarness {
  /** What a command's `publish` promises: its effects are committed, or it is in a durable log. */
  readonly durableMeans: 'handled' | 'logged';
  readonly commands: TopicName;
  readonly events: TopicName;
  /** The bus of the process that runs now; another object after a crash. */
  readonly bus: Bus;
  /** A store of `contractStreams`, whose events are the content of the event topic. */
  readonly store: EventStore;
  /**
   * Ends the process without warning and starts it again: nothing in flight is finished, refused or
   * heard of any more, and nothing is consumed until somebody asks for it.
   */
  crash(): Promise<void>;
  close(): Promise<void>;
}

export type MakeHarness = () => Promise<BusHarness>;

/** The streams that the contract writes. */
export const contractStreams: readonly AnyStreamType[] = [journal, mirror];
