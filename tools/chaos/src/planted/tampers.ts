import { ackBeforeCommit } from './ack-before-commit.js';
import { droppedEvent } from './dropped-event.js';
import { noDedupe } from './no-dedupe.js';
import { offsetBeforeEffects } from './offset-before-effects.js';
import { positionReader } from './position-reader.js';
import type { Tamper } from './tamper.js';

/** Which bug the planted main runs its app with. */
export const bugVariable = 'NORDGATE_PLANTED_BUG';

/** The bugs that a process can have by its bus. */
export const tampers = {
  'ack-before-commit': ackBeforeCommit,
  'offset-before-effects': offsetBeforeEffects,
  'no-dedupe': noDedupe,
  'position-reader': positionReader,
  'dropped-event': droppedEvent,
} as const satisfies Record<string, Tamper>;

export type TamperName = keyof typeof tampers;
