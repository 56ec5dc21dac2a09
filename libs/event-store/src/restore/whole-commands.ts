import type { CutCommand } from '../export/export-part.js';
import type { ReadableEvent } from './published-event.js';

/** Of commands that wrote several streams, how many events an export has left out. */
export class CutCommands {
  readonly #left = new Map<string, number>();

  add(commands: readonly CutCommand[]): void {
    for (const { commandId, left } of commands) {
      this.#left.set(commandId, this.leftOf(commandId) + left);
    }
  }

  leftOf(commandId: string): number {
    return this.#left.get(commandId) ?? 0;
  }
}

/**
 * Continues streams again, until each command that they continue with has all of its events among
 * them, apart from those that an export has left out.
 */
export function wholeCommands<Stream extends { readonly events: readonly ReadableEvent[] }>(
  cut: CutCommands,
  continueWithout: (blocked: ReadonlySet<string>) => readonly Stream[],
): readonly Stream[] {
  const blocked = new Set<string>();
  for (;;) {
    const streams = continueWithout(blocked);
    const events = streams.flatMap((stream) => stream.events);
    const byCommand = Map.groupBy(events, ({ commandId }) => commandId);
    const partial = [...byCommand.values()].filter(([first, ...others]) => {
      const found = others.length + 1 + cut.leftOf(first?.commandId ?? '');
      return (first?.commandEvents ?? 1) > found;
    });
    if (partial.length === 0) return streams;
    for (const [first] of partial) if (first !== undefined) blocked.add(first.commandId);
  }
}
