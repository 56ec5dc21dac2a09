import type { Manifest, Rendered } from '../rendered.js';

/** A node can be drained, and the drain takes one instance of a database at a time. */
export function drainFaults(rendered: Rendered): readonly string[] {
  return rendered.all('Cluster').flatMap(databaseFaults);
}

/** CloudNativePG makes a disruption budget that keeps the primary, unless `enablePDB` is false. */
function databaseFaults({ metadata: { name }, spec }: Manifest): readonly string[] {
  const { enablePDB = true, instances } = spec as {
    readonly instances: number;
    readonly enablePDB?: boolean;
  };
  if (instances === 1) return enablePDB ? [`${name}: keeps its node from being drained`] : [];
  return enablePDB ? [] : [`${name}: may lose several instances to one drain`];
}
