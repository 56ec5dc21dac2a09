import type { KeptRequest } from '@nordgate/contracts/queries';
import {
  evidenceOf,
  hasHidden,
  headerOf,
  isSameCall,
  msBetween,
  onEach,
  onRepeat,
} from './evidence.js';
import type { Course, Evidence, Judge } from './evidence.js';

/** A habit of a good TPP, as the page of the console tells it. */
export interface Habit {
  readonly does: string;
  /** Why, or how. */
  readonly why: string;
}

/** A habit with what the client has shown of it. */
export interface ShownHabit extends Habit {
  readonly evidence: Evidence;
}

/** The most that the clock of a TPP may differ, as the time of a request on its way counts too. */
const clockMs = 5000;
/** A status that is read once a second: answers do not arrive in exactly this distance. */
const statusGapMs = 900;
/** A client that reads pages needs less for the next one. */
const nextPageMs = 60_000;

const any = () => true;
const isSuccess = ({ status }: KeptRequest) => status < 300;
const hasBody = (request: KeptRequest) => headerOf(request, 'digest') !== undefined;
const changes = ({ method }: KeptRequest) => method !== 'GET' && method !== 'HEAD';
const isOfPayments = ({ target }: KeptRequest) =>
  /^\/v1\/(?:bulk-|periodic-)?payments\//.test(target);
const asksPsu = (request: KeptRequest) =>
  request.method === 'POST' && /payments\/|consents|baskets/.test(request.target);
const isUnattended = (request: KeptRequest) =>
  /^\/v1\/(?:card-)?accounts/.test(request.target) && !hasHidden(request, 'psu-ip-address');
const covers = (name: string) => (request: KeptRequest) =>
  (headerOf(request, 'signature (headers)') ?? '').split(' ').includes(name);
const sends = (name: string, part: RegExp) => (request: KeptRequest) =>
  part.test(headerOf(request, name) ?? '');
const asksBadly = [400, 404, 405, 406, 415];

/** Each identical call after it may have its id, and no other call. */
function idsAreFresh(course: Course): Evidence {
  const isFresh = (request: KeptRequest, n: number) =>
    course
      .slice(0, n)
      .every((one) => one.requestId !== request.requestId || isSameCall(one, request));
  return evidenceOf(course.map((request, n) => ({ request, holds: isFresh(request, n) })));
}

/** Only a success shows that the PSU came back: the PSU may also have refused. */
function comesBackFromSca(course: Course): Evidence {
  const asked = course.filter(({ status, answer }) => status === 401 && answer?.hasScaRedirect);
  const later = (first: KeptRequest) =>
    course.find((one) => isSameCall(one, first) && one.at > first.at && isSuccess(one));
  return evidenceOf(asked.filter(later).map((request) => ({ request, holds: true })));
}

function followsNext(course: Course): Evidence {
  const newest = course.at(-1);
  const occasions = course.flatMap((request) => {
    const next = request.answer?.next ?? null;
    if (next === null || newest === undefined) return [];
    const holds = course.some(({ target, at }) => target === next && at >= request.at);
    return holds || msBetween(newest, request) > nextPageMs ? [{ request, holds }] : [];
  });
  return evidenceOf(occasions);
}

const isRightTime = (request: KeptRequest) =>
  Math.abs(Date.parse(headerOf(request, 'date') ?? '') - Date.parse(request.at)) <= clockMs;

const habits: readonly (Habit & { readonly judge: Judge })[] = [
  {
    does: 'Covers (request-target) in the signature',
    why: 'Otherwise the signature also fits another path.',
    judge: onEach(any, covers('(request-target)')),
  },
  {
    does: 'Covers Digest in the signature of each body',
    why: 'Otherwise nothing binds the body to the signature.',
    judge: onEach(hasBody, covers('digest')),
  },
  {
    does: 'Has a clock that is right within five seconds',
    why: 'The bank refuses a Date that is too old. Use NTP.',
    judge: onEach((one) => headerOf(one, 'date') !== undefined, isRightTime),
  },
  {
    does: 'Gives each call a new X-Request-ID',
    why: 'Another call with a used id is answered 409.',
    judge: idsAreFresh,
  },
  {
    does: 'Repeats a call without an outcome with the same X-Request-ID',
    why: 'After a 5xx nobody knows whether it was done. The same id gets the same outcome, once.',
    judge: onRepeat(
      (one) => changes(one) && one.status >= 500,
      (repeat, first) => repeat.requestId === first.requestId,
    ),
  },
  {
    does: 'Waits for Retry-After',
    why: 'The bank says in seconds when a repeat has a chance.',
    judge: onRepeat(
      ({ answer }) => typeof answer?.retryAfterSeconds === 'number',
      (repeat, first) => msBetween(repeat, first) >= (first.answer?.retryAfterSeconds ?? 0) * 1000,
    ),
  },
  {
    does: 'Takes the PSU to scaRedirect after a 401, and calls again',
    why: 'Any answer can be 401 with this link, also the hundredth of a session.',
    judge: comesBackFromSca,
  },
  {
    does: 'Reads a status once a second at most',
    why: 'A person needs longer to approve. A payment changes once or twice after that.',
    judge: onRepeat(
      ({ method, target }) => method === 'GET' && /\/status(?:\?|$)/.test(target),
      (repeat, first) => msBetween(repeat, first) >= statusGapMs,
    ),
  },
  {
    does: 'Follows next until there is none',
    why: 'A page of transactions is not the whole list.',
    judge: followsNext,
  },
  {
    does: 'Sends PSU-IP-Address when it asks for an approval',
    why: 'The PSU is there, and the bank asks for the address that the TPP sees.',
    judge: onEach(asksPsu, (one) => hasHidden(one, 'psu-ip-address')),
  },
  {
    does: 'Sends PSU-User-Agent beside PSU-IP-Address',
    why: 'It is known of the same request of the PSU.',
    judge: onEach(
      (one) => hasHidden(one, 'psu-ip-address'),
      (one) => hasHidden(one, 'psu-user-agent'),
    ),
  },
  {
    does: 'Reads accounts without the PSU four times a day at most',
    why: 'More is answered 429 (RTS Article 36).',
    judge: onEach(isUnattended, ({ status }) => status !== 429),
  },
  {
    does: 'Sends TPP-Session-ID with PSU-ID',
    why: 'One SCA covers the calls of one session.',
    judge: onEach(
      (one) => hasHidden(one, 'psu-id'),
      (one) => hasHidden(one, 'tpp-session-id'),
    ),
  },
  {
    does: 'Names in x-accept-fix what it is built for',
    why: 'A fix that is switched on later then changes nothing for it.',
    judge: onEach(isOfPayments, sends('x-accept-fix', /\S/)),
  },
  {
    does: 'Sends Accept with application/json',
    why: 'Then no other format can arrive.',
    judge: onEach(any, sends('accept', /application\/json/)),
  },
  {
    does: 'Sends Accept-Language',
    why: 'Texts for people are then in their language.',
    judge: onEach(any, sends('accept-language', /\S/)),
  },
  {
    does: 'Takes compressed answers',
    why: 'A page of transactions is much shorter with gzip or br.',
    judge: onEach(any, sends('accept-encoding', /\b(?:gzip|br)\b/)),
  },
  {
    does: 'Sends requests that the bank can read',
    why: 'The answers 400, 404, 405, 406 and 415 name a mistake of the program.',
    judge: onEach(any, ({ status }) => !asksBadly.includes(status)),
  },
  {
    does: 'Does not repeat what was answered 403',
    why: 'The same request has no chance: the role, the consent or the product is missing.',
    judge: onRepeat(
      ({ status }) => status === 403,
      ({ status }) => status !== 403,
    ),
  },
  {
    does: 'Checks the seal of each answer',
    why: 'The seal proves that the bank wrote the answer. Your program does that after the answer.',
    judge: () => ({ is: 'hidden' }),
  },
];

/**
 * Twenty habits of a good TPP, with what the kept requests show of each. Requests whose signature does not hold count
 * for none, because anybody can have sent them.
 *
 * @param requests newest first, as gateways keep them
 */
export function clientHabits(requests: readonly KeptRequest[]): readonly ShownHabit[] {
  const course = requests.filter(({ isProven }) => isProven).toReversed();
  return habits.map(({ does, why, judge }) => ({ does, why, evidence: judge(course) }));
}
