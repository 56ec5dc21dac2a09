/**
 * Each TPP has its world in a sandbox, and a world has a generation: a number of the whole sandbox, another one after
 * each reset (ADR 27, ADR 56). The ids of everything in a world end in `.<generation>`. Production is generation 0,
 * without a suffix.
 */
const suffixForm = /\.([1-9]\d{0,9})$/;

/** The id in a generation. `id` has no generation yet. */
export function inGeneration(id: string, generation: number): string {
  return generation === 0 ? id : `${id}.${String(generation)}`;
}

/** The generation of an id or of a stream; 0 without a suffix. */
export function generationOf(id: string): number {
  return Number(suffixForm.exec(id)?.[1] ?? 0);
}

/** The id without its generation, as TPPs see the ids of customers, accounts and agreements. */
export function withoutGeneration(id: string): string {
  return id.replace(suffixForm, '');
}

/** SQL for the generation of the stream in a column: the same as {@link generationOf}. */
export function generationSql(column: string): string {
  return String.raw`coalesce(substring(${column} from '\.([1-9][0-9]{0,9})$')::bigint, 0)`;
}

/** The text of the refusal of a reset where a core has the customers and accounts. */
export const ofCore = 'of-core';

/** The texts of the refusals of a move of a world's clock: it moves, the time is over, the time is beyond three years. */
export const clockMoves = 'clock-moves';
export const notForward = 'not-forward';
export const tooFar = 'too-far';

/** The largest generation that a public id can carry: one reset per second reaches it after 136 years. */
export const generationMax = 0xffff_ffff;

/**
 * How long a process uses an answer about the generation, measured from the question. The gateway
 * answers a reset only after this time, so it is short. It is longer than two questions take, so one
 * slow answer does not stop the sandbox.
 */
export const generationLeaseMs = 500;

/** An answer that is older is asked for again in the background: two and a half times per lease. */
export const generationAskEveryMs = 200;
