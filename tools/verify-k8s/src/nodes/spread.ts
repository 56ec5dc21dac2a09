import { appOf, isOfApp, isServing } from './pod.js';
import type { Pod } from './pod.js';

/** How the serving pods of one app lie over domains (zones, nodes). */
export interface Spread {
  readonly app: string;
  readonly counts: Readonly<Record<string, number>>;
  /** The pods of the fullest domain less those of the emptiest. */
  readonly skew: number;
}

/**
 * The spread of every app. A domain without a pod counts.
 *
 * @param domains all domains that may have a pod
 * @param domainOf the domain of the node with this name
 */
export function spreads(
  pods: readonly Pod[],
  domains: readonly string[],
  domainOf: (node: string | undefined) => string,
): readonly Spread[] {
  const ofApps = pods.filter((pod) => isOfApp(pod) && isServing(pod));
  const apps = [...new Set(ofApps.map((pod) => appOf(pod)))].sort();
  return apps.map((app) => {
    const counts = Object.fromEntries(domains.map((domain) => [domain, 0]));
    for (const pod of ofApps.filter((one) => appOf(one) === app)) {
      const domain = domainOf(pod.spec.nodeName);
      counts[domain] = (counts[domain] ?? 0) + 1;
    }
    const sizes = Object.values(counts);
    return { app, counts, skew: Math.max(...sizes) - Math.min(...sizes) };
  });
}

/** What is wrong with a spread whose constraints say `maxSkew: 1`. */
export function spreadFaults(all: readonly Spread[]): readonly string[] {
  return all
    .filter(({ skew }) => skew > 1)
    .map(({ app, counts, skew }) => `${app}: skew ${String(skew)} of ${JSON.stringify(counts)}`);
}
