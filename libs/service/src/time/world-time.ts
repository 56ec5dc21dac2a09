/** Who asks for the time: the generation of a sandbox that a request or a stream belongs to (ADR 56). */
export interface InWorld {
  readonly generation: number;
}

/**
 * The clock of everything that a TPP or a PSU can observe: dates of payments, days of pages and rules, ends of
 * windows. Certificates, signatures, rates, leases, logs and audit read real time.
 */
export interface WorldTime {
  /** The time in the world of the caller. */
  now(caller: InWorld): Date;
}

/** Nest injection token of the {@link WorldTime}. */
export const WORLD_TIME = 'nordgate.world-time';

/** The clock of a bank without worlds: real time, for every caller. */
export const realTime: WorldTime = { now: () => new Date() };
