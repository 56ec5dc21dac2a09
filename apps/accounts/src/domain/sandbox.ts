import type { SandboxEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** How often a sandbox was put back to its known state, and which streams that opened last. */
export type Sandbox =
  | { readonly is: 'none' }
  | {
      readonly is: 'initialised';
      readonly generation: number;
      readonly streams: readonly string[];
      /** When the last reset was requested, ISO 8601. */
      readonly at: string;
    };

function evolve(_sandbox: Sandbox, event: SandboxEvent): Sandbox {
  switch (event.type) {
    case 'SandboxInitialised': {
      const { generation, streams, at } = event.data;
      return { is: 'initialised', generation, streams, at };
    }
    default:
      return unreachable(event.type);
  }
}

/** How often the sandbox was initialised; 0 when never. */
export function generationOf(sandbox: Sandbox): number {
  return sandbox.is === 'none' ? 0 : sandbox.generation;
}

/** Streams `sandbox-<environment>`. */
export const sandboxStream = streamType<Sandbox, SandboxEvent, 'sandbox'>({
  name: streams.sandbox.category,
  stateVersion: 2,
  initial: { is: 'none' },
  evolve,
  events: { SandboxInitialised: { version: 1 } },
});
