import { firstThat } from '../eventually.js';
import { jsonWith } from './world.js';
import type { World } from './world.js';

/** The path of the clock of the TPP's world. */
export const clockPath = '/v1/sandbox/clock';

/** The clock of the TPP's world. */
export interface Clock {
  readonly now: string;
  readonly state: 'ready' | 'advancing';
  readonly target?: string;
  readonly progress?: number;
}

/** The clock now. */
export async function clockOf({ tpp }: World): Promise<Clock> {
  return jsonWith<Clock>(await tpp.call({ method: 'GET', path: clockPath }), 200);
}

/**
 * Moves the clock, and waits until everything that is due on the way is carried out.
 *
 * @param to where: a time (ISO 8601) or a duration (ISO 8601)
 */
export async function moveClock(
  world: World,
  to: { readonly now: string } | { readonly advance: string },
): Promise<Clock> {
  const answer = await world.tpp.call({ method: 'PUT', path: clockPath, body: to });
  jsonWith<Clock>(answer, 202);
  return firstThat(
    'the clock is ready',
    () => clockOf(world),
    ({ state }) => state === 'ready',
    { limitMs: 120_000, everyMs: 50 },
  );
}
