/** What Jest tells a sequencer of a test file. */
interface TestFile {
  readonly path: string;
}

/**
 * The specs that start a whole bank on Kafka, those that do most with it first. Jest would guess the time from the size
 * of the file.
 */
export const longest: readonly string[] = [
  'tools/chaos/src/chaos.kafka.e2e.spec.ts',
  'tools/chaos/src/restore/older-databases.kafka.e2e.spec.ts',
  'apps/standalone/src/production.kafka.e2e.spec.ts',
  'apps/standalone/src/cluster-canaries.kafka.e2e.spec.ts',
  'apps/standalone/src/cluster.kafka.e2e.spec.ts',
  'apps/standalone/src/cluster-replay.kafka.e2e.spec.ts',
  'apps/standalone/src/cluster-trace.kafka.e2e.spec.ts',
  'apps/standalone/src/sandbox-reset.kafka.e2e.spec.ts',
  'tools/chaos/src/killed-run.kafka.e2e.spec.ts',
  'tools/demo/src/core-bank.kafka.e2e.spec.ts',
];

/** Where a file stands in the list; files that are not in it come last. */
function rankOf({ path }: TestFile): number {
  const at = longest.findIndex((one) => path.endsWith(`/${one}`));
  return at < 0 ? longest.length : at;
}

/** Jest's sequencer of `npm run test:kafka`: no worker begins a long spec when the other one has no more work. */
export default class LongestFirst {
  sort<T extends TestFile>(files: readonly T[]): T[] {
    return files.toSorted(
      (one, other) => rankOf(one) - rankOf(other) || one.path.localeCompare(other.path),
    );
  }

  /** The order does not depend on earlier runs. */
  cacheResults(): void {}
}
