import type { SandboxEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType } from '@nordgate/decider';

/** The generations that a sandbox has given: every number up to the last one. */
export interface Sandbox {
  /** The last one; 0 before the first. */
  readonly generation: number;
}

/** Streams `sandbox-<environment>`. */
export const sandboxStream = streamType<Sandbox, SandboxEvent, 'sandbox'>({
  name: streams.sandbox.category,
  stateVersion: 3,
  initial: { generation: 0 },
  evolve: (_sandbox, { data: { generation } }) => ({ generation }),
  events: { SandboxInitialised: { version: 1 }, GenerationTaken: { version: 1 } },
});
