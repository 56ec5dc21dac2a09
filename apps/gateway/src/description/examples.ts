import type { BodyType } from '@nordgate/contracts/http';
import { daysLater } from '@nordgate/contracts/rules';

/** The day on which the bodies of examples are written. */
export const exampleDay = '2030-01-01';

const dayMs = 86_400_000;
const date = /^\d{4}-\d{2}-\d{2}$/;

/**
 * An example as it reads on another day: every date is as many days after that day as it is after
 * {@link exampleDay}. So the bank accepts the dates while the reader sees them.
 */
export function exampleOn(today: string, example: unknown): unknown {
  const moved = Math.round((Date.parse(today) - Date.parse(exampleDay)) / dayMs);
  const move = (part: unknown): unknown => {
    if (typeof part === 'string') return date.test(part) ? daysLater(part, moved) : part;
    if (Array.isArray(part)) return part.map(move);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, move(one)]));
  };
  return move(example);
}

/** The examples of bodies by name, as they read on a day. */
export function namedExamples(
  examples: readonly { readonly name: string; readonly body: BodyType<unknown> }[],
  today: string,
): Readonly<Record<string, { readonly summary: string; readonly value: unknown }>> {
  return Object.fromEntries(
    examples.map(({ name, body }) => [
      name,
      { summary: body.name, value: exampleOn(today, body.example) },
    ]),
  );
}
