import type { Evidence, Service } from '../evidence/evidence.js';
import { services as serviceNames } from '../evidence/evidence.js';
import { byStream } from '../facts.js';
import type { LawResult } from '../law.js';

/**
 * L4: the versions of every stream are 1 to n without gap or repeat, and n is its version in
 * es.view. A deleted stream has neither a version there nor an event; events without a version break the law.
 */
export function versions({ services }: Evidence): LawResult {
  const violations = serviceNames.flatMap((name) => faultsOf(name, services[name]));
  const count = (of: (name: Service) => number) =>
    serviceNames.reduce((sum, name) => sum + of(name), 0);
  return {
    looked: {
      streams: count((name) => services[name].streams.length),
      events: count((name) => services[name].events.length),
    },
    violations,
  };
}

function faultsOf(name: Service, { events, streams }: Evidence['services'][Service]): string[] {
  const histories = byStream(events);
  const rows = new Map(streams.map(({ stream, version }) => [stream, version]));
  const all = new Set([...histories.keys(), ...rows.keys()]);
  const ids = new Set(events.map(({ id }) => id));
  const repeated = ids.size === events.length ? [] : [`${name} holds an event id twice`];
  return [
    ...repeated,
    ...[...all].flatMap((stream) => {
      const found = (histories.get(stream) ?? [])
        .map(({ version }) => version)
        .sort((a, b) => a - b);
      const where = `${stream} of ${name}`;
      if (found.some((version, i) => version !== i + 1)) {
        return [`${where} has the versions ${found.join(', ')}`];
      }
      const row = rows.get(stream) ?? 0;
      return row === found.length
        ? []
        : [`${where} has ${String(found.length)} events, es.stream says ${String(row)}`];
    }),
  ];
}
