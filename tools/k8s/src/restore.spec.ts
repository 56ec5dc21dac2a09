import { services } from './apps.js';
import { containerOf, Rendered } from './rendered.js';
import type { WorkloadSpec } from './rendered.js';
import { mountsOf } from './rules/mounts.js';
import { overlays } from '@nordgate/local/overlays';

describe.each(overlays)('the overlay %s', (overlay) => {
  const rendered = Rendered.read(overlay);
  const restoreOf = (service: string) => {
    const found = rendered.find('Deployment', `${service}-restore`);
    if (found === undefined) throw new Error(`${service} cannot be repaired`);
    return found.spec as WorkloadSpec;
  };

  it.each(services)('has a pod for the repair of %s that is off', (service) => {
    expect(restoreOf(service).replicas).toBe(0);
  });

  it.each(services)('repairs %s with every file that its database and Kafka need', (service) => {
    const workload = restoreOf(service);
    const env = Object.entries(rendered.environment(containerOf(workload)));
    const named = env.filter(([name]) => /^(DATABASE|KAFKA)_\w+_FILE$/.test(name));
    const mounted = mountsOf(rendered, workload).files.map(({ path }) => path);
    // `sslrootcert` of the address of the database.
    const ofAddress = '/run/nordgate/postgres/ca.pem';
    expect([...named.map(([, path]) => path), ofAddress].sort()).toEqual(mounted.sort());
    expect(mounted).toHaveLength(4);
  });

  it.each(services)('repairs %s with no key of the service', (service) => {
    const from = mountsOf(rendered, restoreOf(service)).files.map((file) => file.from);
    expect(new Set(from)).toEqual(
      new Set([
        `Secret ${service}-database database-url`,
        `Secret ${service}-db-ca ca.crt`,
        'Secret nordgate-cluster-ca-cert ca.crt',
        `Secret nordgate-${service} password`,
      ]),
    );
  });

  it.each(services)('keeps the pod for the repair of %s out of every Service', (service) => {
    const { labels } = restoreOf(service).template.metadata;
    const selectors = rendered
      .all('Service')
      .map(
        ({ spec }) => (spec as { readonly selector: Readonly<Record<string, string>> }).selector,
      );
    const members = selectors.filter((selector) =>
      Object.entries(selector).every(([name, value]) => labels[name] === value),
    );
    expect(selectors.length).toBeGreaterThan(5);
    expect(members).toEqual([]);
  });
});
