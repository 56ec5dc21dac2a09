import type { PlaceInTime } from './world-leases.js';

/**
 * The time of everything that a TPP or a PSU can observe: dates of payments, days of pages and rules, ends of windows.
 * Certificates, signatures, rates, leases, logs and audit read real time (ADR 56).
 *
 * @param world absent `aheadMs`: it is not ahead of the clocks
 */
export function worldNow({ aheadMs = 0 }: Pick<PlaceInTime, 'aheadMs'>): Date {
  return new Date(Date.now() + aheadMs);
}

/** How the statements of a service ask for the time of a world (ADR 56). */
export interface WorldClocks {
  /** SQL: the interval by which the world of a generation is ahead of the database. */
  readonly ahead: (generation: string) => string;
  /** SQL: the interval by which the world is ahead that is ahead most. No world has a later time. */
  readonly farthest: string;
}

/** Nest injection token of {@link WorldClocks}. */
export const WORLD_CLOCKS = 'nordgate.world-clocks';

/** The clock of a bank with one world: that of its databases. */
export const realClocks: WorldClocks = { ahead: () => `interval '0'`, farthest: `interval '0'` };

/** The clocks of the worlds of a sandbox, by the table that `followingWorldTime` keeps. */
export const movedClocks: WorldClocks = {
  ahead: (generation) => `
    coalesce((select w.ahead from world_time w where w.generation = ${generation}), interval '0')`,
  farthest: `coalesce((select max(w.ahead) from world_time w), interval '0')`,
};
