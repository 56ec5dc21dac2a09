import { outcomeOf } from '../../history/history.js';
import type { RequestRecord } from '../../history/history.js';
import { markerOf, basketsIn, initiatedIn } from '../markers.js';
import type { Evidence, StoredFact } from '../evidence/evidence.js';
import type { LawResult } from '../law.js';
import type { Marked } from '../markers.js';

/** The markers found in each place where a request leaves a trace. */
type Places = Readonly<Record<string, ReadonlySet<string>>>;

/**
 * L7: a request that was never acknowledged has left all its traces (event, view, record,
 * authorisation) or none. A refused request has left none.
 */
export function wholeOrNot(evidence: Evidence): LawResult {
  const places = { payment: paymentPlaces(evidence), basket: basketPlaces(evidence) };
  const unknown = evidence.requests.filter((asked) => outcomeOf(asked) === 'unknown');
  const refused = evidence.requests.filter((asked) => outcomeOf(asked) === 'refused');
  const there = unknown.filter(
    ({ wish, request }) => foundIn(places[wish.for], request).length > 0,
  );
  return {
    looked: {
      unacknowledged: unknown.length,
      'of them there': there.length,
      refused: refused.length,
    },
    violations: [
      ...unknown.flatMap((asked) => halfFault(asked, places[asked.wish.for])),
      ...refused.flatMap((asked) => refusedFault(asked, places[asked.wish.for])),
    ],
  };
}

function foundIn(places: Places, request: string): string[] {
  const marker = markerOf(request);
  return Object.keys(places).filter((place) => places[place]?.has(marker) === true);
}

function halfFault({ request, wish }: RequestRecord, places: Places): string[] {
  const found = foundIn(places, request);
  const all = Object.keys(places);
  if (found.length === 0 || found.length === all.length) return [];
  const lacks = all.filter((place) => !found.includes(place)).join(', ');
  return [`${wish.for} ${request}, never acknowledged, has ${found.join(', ')} but no ${lacks}`];
}

function refusedFault({ request, wish }: RequestRecord, places: Places): string[] {
  const found = foundIn(places, request);
  if (found.length === 0) return [];
  return [`${wish.for} ${request} was refused, but has ${found.join(', ')}`];
}

function paymentPlaces(evidence: Evidence): Places {
  const { events, published, streams } = evidence.services.payments;
  return placesOf(initiatedIn(events), initiatedIn(published), streams, authorisedIn(evidence));
}

function basketPlaces(evidence: Evidence): Places {
  const { events, published, streams } = evidence.services.baskets;
  return placesOf(basketsIn(events), basketsIn(published), streams, authorisedIn(evidence));
}

/** The streams of what sca has an authorisation for, touched or not. */
function authorisedIn({ services, untouched }: Evidence): ReadonlySet<string> {
  const opened = services.sca.events.filter(({ type }) => type === 'AuthorisationOpened');
  return new Set([...opened.map(resourceOf), ...untouched.map(({ resource }) => resource)]);
}

/** Finds also a record without its event, and an event without its record. */
function placesOf(
  stored: readonly Marked<unknown>[],
  published: readonly Marked<unknown>[],
  views: readonly { readonly stream: string }[],
  authorised: ReadonlySet<string>,
): Places {
  const all = [...stored, ...published];
  const viewed = new Set(views.map(({ stream }) => stream));
  const markersWhere = (holds: (stream: string) => boolean) =>
    new Set(all.filter(({ stream }) => holds(stream)).map(({ marker }) => marker));
  return {
    event: new Set(stored.map(({ marker }) => marker)),
    view: markersWhere((stream) => viewed.has(stream)),
    record: new Set(published.map(({ marker }) => marker)),
    authorisation: markersWhere((stream) => authorised.has(stream)),
  };
}

function resourceOf({ data }: StoredFact): string {
  const { resource } = data as { resource: Record<string, unknown> };
  const { kind, paymentId, basketId } = resource;
  return `${String(kind)}-${String(paymentId ?? basketId)}`;
}

/**
 * L7, the answers: the only server error is 503, which promises nothing, and a valid payment is never
 * refused.
 */
export function only503({ requests }: Evidence): LawResult {
  let answers = 0;
  const violations: string[] = [];
  for (const { request, wish, acknowledged, refused, unknown } of requests) {
    const troubles = unknown.filter(({ status }) => status !== undefined);
    answers += acknowledged.length + refused.length + troubles.length;
    for (const { status } of troubles.filter((one) => one.status !== 503)) {
      violations.push(`${wish.for} ${request} was answered ${String(status)}`);
    }
    if (wish.for !== 'payment') continue;
    for (const { status, codes } of refused) {
      violations.push(`payment ${request} was refused: ${String(status)} ${codes.join(', ')}`);
    }
  }
  return { looked: { answers }, violations };
}
