import type { KeptRequest } from '@nordgate/contracts/queries';

/** What the kept requests show of a habit. */
export type Evidence =
  /** No request yet on which the habit could show. */
  | { readonly is: 'open' }
  /** The bank cannot see it. */
  | { readonly is: 'hidden' }
  /** `held` of `of` occasions; `lastMiss` is the id of the newest request that lacks it. */
  | {
      readonly is: 'seen';
      readonly held: number;
      readonly of: number;
      readonly lastMiss: string | null;
    };

/** Requests of a TPP with a proven signature, oldest first. */
export type Course = readonly KeptRequest[];

/** Judges one habit. */
export type Judge = (course: Course) => Evidence;

/** An occasion for a habit: the request that shows it, or lacks it. */
interface Occasion {
  readonly request: KeptRequest;
  readonly holds: boolean;
}

/** The evidence of occasions, oldest first. */
export function evidenceOf(occasions: readonly Occasion[]): Evidence {
  if (occasions.length === 0) return { is: 'open' };
  const misses = occasions.filter(({ holds }) => !holds);
  const lastMiss = misses.at(-1)?.request.id ?? null;
  return { is: 'seen', held: occasions.length - misses.length, of: occasions.length, lastMiss };
}

/** A habit that each request shows by itself. */
export const onEach =
  (applies: (request: KeptRequest) => boolean, holds: (request: KeptRequest) => boolean): Judge =>
  (course) =>
    evidenceOf(course.filter(applies).map((request) => ({ request, holds: holds(request) })));

/** A habit that the next request with the same method and target shows; without one there is no occasion. */
export const onRepeat =
  (
    applies: (request: KeptRequest) => boolean,
    holds: (repeat: KeptRequest, first: KeptRequest) => boolean,
  ): Judge =>
  (course) =>
    evidenceOf(
      course.flatMap((first, n) => {
        if (!applies(first)) return [];
        const repeat = course.slice(n + 1).find((later) => isSameCall(later, first));
        return repeat === undefined ? [] : [{ request: repeat, holds: holds(repeat, first) }];
      }),
    );

/** Whether two requests have one method and target. */
export const isSameCall = (one: KeptRequest, other: KeptRequest): boolean =>
  one.method === other.method && one.target === other.target;

/** The value of a kept header, in lower case; undefined when it was not sent. */
export const headerOf = ({ headers }: KeptRequest, name: string): string | undefined =>
  headers.find((one) => one.name === name)?.value.toLowerCase();

/** Whether a header was sent whose value is not kept. */
export const hasHidden = ({ hidden = [] }: KeptRequest, name: string): boolean =>
  hidden.includes(name);

/** Milliseconds between the answers to two requests. */
export const msBetween = (later: KeptRequest, earlier: KeptRequest): number =>
  Date.parse(later.at) - Date.parse(earlier.at);
