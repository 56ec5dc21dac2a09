import { join } from 'node:path';
import type { Workload } from './manifests.js';

/** What stands on this machine in place of the cluster. */
export interface Surroundings {
  /** The folder that stands in front of the paths of a container. */
  readonly root: string;
  readonly brokers: readonly string[];
  /** The ports of this pod, by container port. */
  readonly ports: ReadonlyMap<number, number>;
  /** The address of a Service of the cluster on this machine. */
  readonly serviceUrl: (service: string, port: number) => string;
  readonly siteUrl: string;
}

interface Substitution {
  readonly of: RegExp;
  readonly why: string;
  /** The value on this machine; undefined leaves the variable out. */
  readonly with: (value: string, on: Surroundings) => string | undefined;
}

/**
 * All differences between the environment in the manifests and that of the rehearsal. The first row that
 * fits a variable counts; a variable without a row keeps its value.
 */
export const substitutions: readonly Substitution[] = [
  { of: /^HOST$/, why: 'reachable from this machine only', with: () => '127.0.0.1' },
  {
    of: /^(INTERNAL|GATEWAY|SCA|CONSOLE)_PORT$/,
    why: 'all pods share the ports of this machine',
    with: (value, { ports }) => String(ports.get(Number(value)) ?? 0),
  },
  {
    of: /^(PAYMENTS|BASKETS|SCA|ACCOUNTS|BATCH|GATEWAY)_URL$/,
    why: 'the balancer of the rehearsal is the Service',
    with: (value, { serviceUrl }) => {
      const { hostname, port } = new URL(value);
      return serviceUrl(hostname, Number(port));
    },
  },
  {
    of: /^GATEWAY_URLS$/,
    why: 'no DNS tells the addresses of all gateways',
    with: (value, { serviceUrl }) => serviceUrl('gateway', Number(new URL(value).port)),
  },
  {
    of: /^SCA_PUBLIC_URL$/,
    why: 'the site has no name in the DNS here',
    with: (_value, { siteUrl }) => siteUrl,
  },
  {
    of: /_TRUSTED_PROXIES$/,
    why: 'the balancer of the rehearsal is the Gateway of the cluster',
    with: () => '127.0.0.1',
  },
  {
    of: /^KAFKA_BROKERS$/,
    why: 'a local cluster',
    with: (_value, { brokers }) => brokers.join(','),
  },
  {
    of: /^KAFKA_(TLS|SASL)_/,
    why: 'the local brokers have no TLS: the specs of a bank in production start brokers with TLS',
    with: () => undefined,
  },
  {
    of: /^OTEL_EXPORTER_/,
    why: 'there is no collector',
    with: () => undefined,
  },
  {
    of: /_(FILE|DIR)$/,
    why: 'the mounts of a pod lie in a folder of their own',
    with: (value, { root }) => join(root, value),
  },
];

/** The environment of a pod on this machine. */
export function environmentOn(
  { env }: Pick<Workload, 'env'>,
  on: Surroundings,
): Readonly<Record<string, string>> {
  const changed = Object.entries(env).flatMap(([name, value]) => {
    const row = substitutions.find(({ of }) => of.test(name));
    const found = row === undefined ? value : row.with(value, on);
    return found === undefined ? [] : [[name, found] as const];
  });
  return Object.fromEntries(changed);
}
