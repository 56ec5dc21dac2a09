import type { Evidence, PublishedFact, Service, StoredFact } from '../evidence/evidence.js';
import { services as serviceNames } from '../evidence/evidence.js';
import { byStream, withoutRepeats } from '../facts.js';
import type { LawResult } from '../law.js';

/**
 * L2, the topics: every stored event is on its topic at least once and unchanged, and nothing else is.
 * Without repeats, each stream is in the order of its versions without a gap. A partition that dropped its beginning has
 * the end of a stream first, and then, published again, its beginning.
 */
export function published({ services }: Evidence): LawResult {
  const violations = serviceNames.flatMap((name) => faultsOf(name, services[name]));
  const all = serviceNames.map((name) => services[name]);
  return {
    looked: {
      events: all.reduce((sum, { events }) => sum + events.length, 0),
      records: all.reduce((sum, one) => sum + one.published.length, 0),
    },
    violations,
  };
}

function faultsOf(name: Service, { events, published: records }: Evidence['services'][Service]) {
  const firsts = withoutRepeats(records);
  return [
    ...missing(name, events, firsts),
    ...strange(name, events, records),
    ...disordered(name, firsts, cutPartitions(records)),
  ];
}

const placeOf = ({ stream, version }: StoredFact) => `${stream}@${String(version)}`;

function missing(name: Service, events: readonly StoredFact[], firsts: readonly PublishedFact[]) {
  const there = new Set(firsts.map(placeOf));
  return events
    .filter((event) => !there.has(placeOf(event)))
    .map((event) => `${placeOf(event)} ${event.type} of ${name} is not on its topic`);
}

/** Repeats are checked, too: each has to equal the stored event. */
function strange(name: Service, events: readonly StoredFact[], records: readonly PublishedFact[]) {
  const stored = new Map(events.map((event) => [placeOf(event), event]));
  return records.flatMap((record) => {
    const event = stored.get(placeOf(record));
    const where = `${placeOf(record)} ${record.type} on the topic of ${name}`;
    if (event === undefined) return [`${where} is not in the store`];
    const same = event.id === record.id && event.type === record.type;
    const sameData = JSON.stringify(event.data) === JSON.stringify(record.data);
    return same && sameData ? [] : [`${where} is not what the store holds`];
  });
}

const partitionOf = ({ generation = '', partition }: PublishedFact) =>
  `${generation}/${String(partition)}`;

/** In how many partitions of one generation a stream is. A later generation has another partition for it. */
function partitionsOfAGeneration(facts: readonly PublishedFact[]): number {
  const byGeneration = Map.groupBy(facts, ({ generation = '' }) => generation);
  const counts = [...byGeneration.values()].map((own) => new Set(own.map(partitionOf)).size);
  return Math.max(0, ...counts);
}

/** The partitions whose first records are gone. */
function cutPartitions(records: readonly PublishedFact[]): ReadonlySet<string> {
  const byPartition = Map.groupBy(records, partitionOf);
  const cut = [...byPartition].filter(([, own]) => own.every(({ offset }) => offset > 0));
  return new Set(cut.map(([partition]) => partition));
}

function disordered(
  name: Service,
  firsts: readonly PublishedFact[],
  cut: ReadonlySet<string>,
): string[] {
  return [...byStream(firsts)].flatMap(([stream, facts]) => {
    const versions = facts.map(({ version }) => version);
    const isCut = facts.some((fact) => cut.has(partitionOf(fact)));
    const first = isCut ? (versions[0] ?? 1) - 1 : 0;
    const { length } = versions;
    const inOrder = versions.every((version, i) => version === ((first + i) % length) + 1);
    const partitions = partitionsOfAGeneration(facts);
    if (partitions > 1) return [`${stream} of ${name} is in ${String(partitions)} partitions`];
    return inOrder ? [] : [`${stream} of ${name} came in the order ${versions.join(', ')}`];
  });
}

/** L2, parked messages: there are none, as every message of this load is readable. */
export function nothingParked({ services }: Evidence): LawResult {
  const violations = serviceNames.flatMap((name) =>
    services[name].parked.map(
      ({ consumer, key, reason }) =>
        `${name} has parked a message of ${key} for ${consumer}: ${reason}`,
    ),
  );
  return { looked: { services: serviceNames.length }, violations };
}
