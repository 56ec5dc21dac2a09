import { queryFromJson, queryTypeOf } from '@nordgate/contracts/queries';
import type { Command } from '@nordgate/decider';
import type { ForeignEvent } from '@nordgate/service/testing';
import { basketsOnABus } from '../baskets-on-a-bus.fixture.js';
import type { Neighbour } from './racing-baskets.js';

/** What the test tells this process to do; the answer carries the same number. */
export type Telling =
  | { readonly number: number; readonly send: Command }
  | { readonly number: number; readonly ask: { readonly name: string; readonly query: object } }
  | { readonly number: number; readonly happens: readonly [Neighbour, ...ForeignEvent] };

/** What came of it; `null` for nothing. */
export interface Told {
  readonly number: number;
  readonly answer?: unknown;
  readonly fault?: string;
}

/**
 * The service as a separate process with its own bus in memory: `fork('baskets-child.js', [url])`.
 * Nothing but the database is between two of them. It ends when the test lets go of the channel.
 */
const baskets = await basketsOnABus(process.argv[2]);

process.on('message', (telling: Telling) => {
  const { number } = telling;
  does(telling).then(
    (answer) => process.send?.({ number, answer: answer ?? null } satisfies Told),
    (error: unknown) => process.send?.({ number, fault: String(error) } satisfies Told),
  );
});
process.once('disconnect', () => {
  void baskets.stop().finally(() => process.exit(0));
});
process.send?.({ number: 0 } satisfies Told);

function does(telling: Telling): Promise<unknown> {
  if ('send' in telling) return baskets.send(telling.send);
  if ('happens' in telling) return baskets.happens(...telling.happens);
  const type = queryTypeOf('baskets', telling.ask.name);
  const read = type && queryFromJson(type, telling.ask.query);
  if (read === undefined || 'fault' in read) throw new Error(`no query ${telling.ask.name}`);
  return baskets.ask(read.query);
}
