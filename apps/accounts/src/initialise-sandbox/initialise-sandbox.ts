import type { AccountCommandData } from '@nordgate/contracts/commands';
import type { SandboxEvent } from '@nordgate/contracts/events';
import type { Command, Decide } from '@nordgate/decider';
import { generationOf } from '../domain/sandbox.js';
import type { Sandbox } from '../domain/sandbox.js';

export type InitialiseSandbox = Command<
  'InitialiseSandbox',
  AccountCommandData['InitialiseSandbox']
>;

/**
 * Counts one more reset and notes the streams that it opens. Asking again is another reset; only a
 * repeat of the same command (its id) changes nothing.
 */
export const initialiseSandbox =
  (streams: readonly string[]): Decide<InitialiseSandbox, Sandbox, SandboxEvent> =>
  ({ meta: { at } }, sandbox) => {
    const generation = generationOf(sandbox) + 1;
    return [{ type: 'SandboxInitialised', data: { generation, streams, at } }];
  };

/** What the asker is told: how often the sandbox was reset by now. */
export interface SandboxReceipt {
  readonly generation: number;
}

/** The receipt of a reset; a repeat of the command gets the same. */
export function sandboxReceipt(sandbox: Sandbox): SandboxReceipt {
  return { generation: generationOf(sandbox) };
}
