/** What Jest tells a sequencer of a test file. */
interface TestFile {
  readonly path: string;
}

/** The specs on Kafka that take longest: those that do most with a whole bank first. */
const onKafka = [
  'tools/chaos/src/chaos.kafka.e2e.spec.ts',
  'tools/chaos/src/restore/older-databases.kafka.e2e.spec.ts',
  'tools/chaos/src/restore/late-standby.kafka.e2e.spec.ts',
  'apps/standalone/src/production.kafka.e2e.spec.ts',
  'apps/standalone/src/cluster-canaries.kafka.e2e.spec.ts',
  'apps/standalone/src/cluster.kafka.e2e.spec.ts',
  'apps/standalone/src/cluster-replay.kafka.e2e.spec.ts',
  'apps/standalone/src/cluster-trace.kafka.e2e.spec.ts',
  'apps/standalone/src/sandbox-reset.kafka.e2e.spec.ts',
  'tools/chaos/src/killed-run.kafka.e2e.spec.ts',
  'tools/chaos/src/restore/growing-topics.kafka.e2e.spec.ts',
  'libs/messaging/src/kafka/kafka-bus.kafka.int.spec.ts',
  'tools/bench/src/nightly/nightly.kafka.e2e.spec.ts',
  'tools/chaos/src/restore/new-groups.kafka.e2e.spec.ts',
  'tools/local/src/kafka/topic-growth.kafka.int.spec.ts',
  'tools/local/src/kafka/secured-bus.kafka.int.spec.ts',
  'tools/demo/src/core-bank.kafka.e2e.spec.ts',
];

/** The specs of `npm test` that take more than about half a minute. */
const ofAll = [
  'tools/simulator/src/simulate.spec.ts',
  'apps/standalone/src/scenarios.e2e.spec.ts',
  'apps/standalone/src/standing-orders.e2e.spec.ts',
  'apps/standalone/src/sandbox-ids.e2e.spec.ts',
  'apps/standalone/src/journey.e2e.spec.ts',
  'tools/chaos/src/planted/store-bugs.e2e.spec.ts',
  'tools/chaos/src/killed-run.e2e.spec.ts',
  'tools/chaos/src/moved-worlds.e2e.spec.ts',
  'apps/standalone/src/two-worlds.e2e.spec.ts',
  'apps/standalone/src/idle.e2e.spec.ts',
  'apps/standalone/src/operator.e2e.spec.ts',
  'apps/standalone/src/unused-worlds.e2e.spec.ts',
  'apps/standalone/src/audit.e2e.spec.ts',
  'apps/standalone/src/sandbox-clock.e2e.spec.ts',
  'apps/standalone/src/consents.e2e.spec.ts',
  'tools/k8s/src/make-secrets.spec.ts',
  'apps/standalone/src/start.e2e.spec.ts',
];

/** The specs in a browser that take more than half a minute. */
const inBrowser = [
  'apps/standalone/src/every-page.browser.e2e.spec.ts',
  'apps/standalone/src/exits.browser.e2e.spec.ts',
  'apps/standalone/src/approvals.browser.e2e.spec.ts',
  'apps/standalone/src/console.browser.e2e.spec.ts',
  'apps/standalone/src/passkeys.browser.e2e.spec.ts',
];

/** In this order. Jest would guess the time from the size of the file. */
export const longest: readonly string[] = [...onKafka, ...inBrowser, ...ofAll];

/** The kinds of specs, as parts of the names of their files: with a whole bank, with a database, and all others. */
const kinds = ['.e2e.', '.int.', '.spec.'];

const kindOf = ({ path }: TestFile) => kinds.find((kind) => path.includes(kind));

/** Jest's sequencer: no worker begins a long spec when the others have no more work. */
export default class LongestFirst {
  /**
   * Files that are not in the list come last. Each kind of them is spread evenly: specs with a bank keep the processors
   * busy, and others wait for databases and timers meanwhile.
   */
  sort<T extends TestFile>(files: readonly T[]): T[] {
    const byPath = files.toSorted((one, other) => one.path.localeCompare(other.path));
    const listed = longest.flatMap((name) =>
      byPath.filter(({ path }) => path.endsWith(`/${name}`)),
    );
    const others = byPath.filter((file) => !listed.includes(file));
    const spread = [...Map.groupBy(others, kindOf).values()].flatMap((kind) =>
      kind.map((file, at) => ({ file, place: at / kind.length })),
    );
    const inPlace = spread.toSorted((one, other) => one.place - other.place);
    return [...listed, ...inPlace.map(({ file }) => file)];
  }

  /** The order does not depend on earlier runs. */
  cacheResults(): void {}
}
