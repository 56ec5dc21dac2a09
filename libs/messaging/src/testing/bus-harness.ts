import type { TopicName } from '@nordgate/contracts/topics';
import type { AnyStreamType } from '@nordgate/decider';
import type { EventStore } from '@nordgate/event-store';
import type { Bus } from '../bus.js';
import { journal, mirror, newer } from './journal.js';

/** What the contract needs of a transport under test. Every test gets a new one. */
export interface BusHarness {
  /** What `publish` of a command guarantees: its effects are committed, or it is in a durable log. */
  readonly durableMeans: 'handled' | 'logged';
  readonly commands: TopicName;
  readonly events: TopicName;
  /** The bus of the running process; another object after a crash. */
  readonly bus: Bus;
  /** A store of `contractStreams`, whose events are the content of the event topic. */
  readonly store: EventStore;
  /**
   * Ends the process without warning and starts it again. Messages in flight are neither finished nor
   * rejected, and nothing is consumed until a test consumes again.
   */
  crash(): Promise<void>;
  close(): Promise<void>;
}

export type MakeHarness = () => Promise<BusHarness>;

/** The streams that the contract writes. */
export const contractStreams: readonly AnyStreamType[] = [journal, mirror, newer];
