import { outcomeOf } from '../../history/asked.js';
import type { Asked } from '../../history/asked.js';
import { markerOf } from '../../history/marker.js';
import type { Evidence, StoredFact } from '../evidence/evidence.js';
import type { Finding } from '../law.js';
import { basketsIn, initiatedIn } from '../marked-facts.js';
import type { Marked } from '../marked-facts.js';

/** Where a request leaves something, by what it leaves: the markers found there. */
type Places = Readonly<Record<string, ReadonlySet<string>>>;

/**
 * L7: a request that was never acknowledged is fully there (event, view, topic, authorisation) or not
 * at all; one that was refused is not there.
 */
export function wholeOrNot(evidence: Evidence): Finding {
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

function halfFault({ request, wish }: Asked, places: Places): string[] {
  const found = foundIn(places, request);
  const all = Object.keys(places);
  if (found.length === 0 || found.length === all.length) return [];
  const lacks = all.filter((place) => !found.includes(place)).join(', ');
  return [`${wish.for} ${request}, never acknowledged, has ${found.join(', ')} but no ${lacks}`];
}

function refusedFault({ request, wish }: Asked, places: Places): string[] {
  const found = foundIn(places, request);
  if (found.length === 0) return [];
  return [`${wish.for} ${request} was refused, but has ${found.join(', ')}`];
}

function paymentPlaces({ services }: Evidence): Places {
  const { events, published, streams } = services.payments;
  return placesOf(initiatedIn(events), initiatedIn(published), streams, services.sca.events);
}

function basketPlaces({ services }: Evidence): Places {
  const { events, published, streams } = services.baskets;
  return placesOf(basketsIn(events), basketsIn(published), streams, services.sca.events);
}

/** A record without its event, or the other way round, is found by the stream of either. */
function placesOf(
  stored: readonly Marked<unknown>[],
  published: readonly Marked<unknown>[],
  views: readonly { readonly stream: string }[],
  sca: readonly StoredFact[],
): Places {
  const all = [...stored, ...published];
  const opened = new Set(sca.filter(({ type }) => type === 'AuthorisationOpened').map(resourceOf));
  const viewed = new Set(views.map(({ stream }) => stream));
  const markersWhere = (holds: (stream: string) => boolean) =>
    new Set(all.filter(({ stream }) => holds(stream)).map(({ marker }) => marker));
  return {
    event: new Set(stored.map(({ marker }) => marker)),
    view: markersWhere((stream) => viewed.has(stream)),
    record: new Set(published.map(({ marker }) => marker)),
    authorisation: markersWhere((stream) => opened.has(stream)),
  };
}

function resourceOf({ data }: StoredFact): string {
  const { resource } = data as { resource: Record<string, unknown> };
  const { kind, paymentId, basketId } = resource;
  return `${String(kind)}-${String(paymentId ?? basketId)}`;
}
