import type { Evidence, Lasting, Service } from '../evidence/evidence.js';
import { services as serviceNames } from '../evidence/evidence.js';
import { byStream } from '../facts.js';
import type { LawResult } from '../law.js';

/**
 * L4: the versions of every stream are 1 to n without gap or repeat, and n is its version in
 * es.view. A deleted stream has neither a version there nor an event; events without a version break the law.
 */
export function versions({ lasting }: Evidence): LawResult {
  const violations = serviceNames.flatMap((name) => faultsOf(name, lasting[name]));
  const count = (of: (name: Service) => number) =>
    serviceNames.reduce((sum, name) => sum + of(name), 0);
  return {
    looked: {
      streams: count((name) => lasting[name].streams.length),
      events: count((name) => lasting[name].events.length),
    },
    violations,
  };
}

function faultsOf(name: Service, seen: Lasting): string[] {
  const ids = new Set(seen.events.map(({ id }) => id));
  const repeated = ids.size === seen.events.length ? [] : [`${name} holds an event id twice`];
  const faults = [...versionFaults(seen)].map(
    ([stream, fault]) => `${stream} of ${name} has ${fault}`,
  );
  return [...repeated, ...faults];
}

/** The streams whose versions are not 1 to n, or whose view has another version, with what they have instead. */
export function versionFaults({
  events,
  streams,
}: Pick<Lasting, 'events' | 'streams'>): ReadonlyMap<string, string> {
  const histories = byStream(events);
  const rows = new Map(streams.map(({ stream, version }) => [stream, version]));
  const faults = new Map<string, string>();
  for (const stream of new Set([...histories.keys(), ...rows.keys()])) {
    const found = (histories.get(stream) ?? []).map(({ version }) => version).sort((a, b) => a - b);
    const row = rows.get(stream) ?? 0;
    if (found.some((version, i) => version !== i + 1)) {
      faults.set(stream, `the versions ${found.join(', ')}`);
    } else if (row !== found.length) {
      faults.set(stream, `${String(found.length)} events, es.stream says ${String(row)}`);
    }
  }
  return faults;
}
