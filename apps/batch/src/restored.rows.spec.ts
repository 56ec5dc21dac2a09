import type { BatchEvent } from '@nordgate/contracts/events';
import { evolveAny } from '@nordgate/decider';
import type { AnyStreamType, Command, DomainEvent, RowWrite } from '@nordgate/decider';
import { batchDeciders } from './batch.deciders.js';
import { restoredRows } from './restored.rows.js';
import { executionSamples, holdSamples } from './testing/execution-commands.js';
import { runSamples, scheduleSamples } from './testing/run-commands.js';

interface Sample {
  readonly after: readonly DomainEvent[];
  readonly command: Command;
}

/** What the table of deciders has for one command. */
interface Entry {
  readonly stream: AnyStreamType;
  readonly decide: (command: Command, state: unknown) => readonly DomainEvent[];
  readonly rows?: (command: Command) => readonly RowWrite[];
}

const all = { ...scheduleSamples, ...runSamples, ...executionSamples, ...holdSamples };
const samples = Object.entries(all as unknown as Readonly<Record<string, readonly Sample[]>>);

describe('the rows of an event that is read back from the topic', () => {
  it.each(samples.flatMap(([name, each]) => each.map((sample) => [name, sample] as const)))(
    'are those that %s wrote with it',
    (name, { after, command }) => {
      const { stream, decide, rows } = batchDeciders[
        name as keyof typeof batchDeciders
      ] as unknown as Entry;
      const state = after.reduce((before: unknown, event) => {
        return evolveAny(stream, before, event);
      }, stream.initial);
      const events = decide(command, state) as readonly BatchEvent[];
      const restored = events.flatMap((event) => restoredRows(command.stream, event));
      expect(restored).toEqual(events.length === 0 ? [] : (rows?.(command) ?? []));
    },
  );
});
