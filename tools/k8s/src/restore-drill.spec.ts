import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { parseAllDocuments } from 'yaml';
import { services } from './apps.js';
import { containerOf, Rendered } from './rendered.js';
import type { Manifest, WorkloadSpec } from './rendered.js';
import { reserveSeconds } from './restore-drill.js';
import { mountsOf } from './rules/mounts.js';
import { namedSecrets } from './rules/named-secrets.js';
import { overlays, root } from '@nordgate/local/overlays';

interface Monitored {
  readonly podMetricsEndpoints: readonly {
    readonly relabelings: readonly { readonly action?: string; readonly regex?: string }[];
  }[];
}

interface Rule {
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}

interface JobSpec extends WorkloadSpec {
  readonly activeDeadlineSeconds?: number;
}

const objects = parseAllDocuments(
  readFileSync(join(root, 'deploy/k8s/components/restore-drill/drills.yaml'), 'utf8'),
).map((document) => document.toJS() as Manifest);
const find = (kind: string, name: string) => {
  const found = objects.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
};
/** The component on top of production, as a bank adds it. */
const rendered = new Rendered('production', [...Rendered.read('production').manifests, ...objects]);
const jobOf = (service: string): JobSpec => {
  const { spec } = find('CronJob', `${service}-restore-drill`);
  return (spec as { readonly jobTemplate: { readonly spec: JobSpec } }).jobTemplate.spec;
};
/** `operator restore drill`, as the operator has it. */
function drillCommand() {
  const none = { run: () => Promise.reject(new Error('nobody is asked')) };
  const program = operatorProgram(none, () => undefined);
  const restore = program.commands.find((one) => one.name() === 'restore');
  return restore?.commands.find((one) => one.name() === 'drill');
}

describe('the drills of a restore', () => {
  it.each(services)('run a command that the operator has, for %s', (service) => {
    const [node, program, ...args] = containerOf(jobOf(service)).command ?? [];
    expect([node, program]).toEqual(['node', 'apps/operator/dist/main.js']);
    expect(args).toEqual(['restore', 'drill', service]);
    expect(drillCommand()?.registeredArguments[0]?.argChoices).toContain(service);
  });

  it.each(services)('of %s end by themselves before their Job does', (service) => {
    const { activeDeadlineSeconds = 0, template } = jobOf(service);
    const limit = drillCommand()?.options.find(({ long }) => long === '--limit-minutes');
    const limitSeconds = Number(limit?.defaultValue) * 60;
    expect(limitSeconds).toBeGreaterThan(0);
    expect(limitSeconds).toBeLessThanOrEqual(activeDeadlineSeconds - reserveSeconds);
    // A request in flight, three for the removal, and the record: each at most 30 s.
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(5 * 30);
  });

  it.each(services)(
    'of %s mount the file that names its database, and what it checks',
    (service) => {
      const { files, writable } = mountsOf(rendered, jobOf(service));
      const env = readFileSync(join(root, `deploy/env/production/${service}.env`), 'utf8');
      const path = /^DATABASE_URL_FILE=(.+)$/m.exec(env)?.[1];
      const paths = files.map((file) => file.path);
      expect(paths).toContain(path);
      expect(paths).toContain('/run/nordgate/postgres/ca.pem');
      expect(writable).toEqual(['/tmp']);
    },
  );

  it.each(services)('of %s have the log-in of its database and no other Secret', (service) => {
    const alone = new Rendered('production', [find('CronJob', `${service}-restore-drill`)]);
    expect([...namedSecrets(alone).keys()].sort()).toEqual([
      `${service}-database`,
      `${service}-db-ca`,
    ]);
  });

  it.each(services)(
    'of %s have rights on their copy and their results alone, except for create',
    (service) => {
      const { rules } = find('Role', `${service}-restore-drill`) as unknown as { rules: Rule[] };
      const names = (resource: string, verb: string) =>
        rules
          .filter(({ resources, verbs }) => resources.includes(resource) && verbs.includes(verb))
          .flatMap(({ resourceNames = ['every name'] }) => resourceNames);
      expect(names('clusters', 'delete')).toEqual([`${service}-drill`]);
      expect(names('clusters', 'get').sort()).toEqual([`${service}-db`, `${service}-drill`]);
      // The policy of drill-policy.ts limits it.
      expect(names('clusters', 'create')).toEqual(['every name']);
      expect(names('secrets', 'get')).toEqual([`${service}-drill-app`, `${service}-drill-ca`]);
      expect(names('configmaps', 'patch')).toEqual(['restore-drill']);
      expect(new Set(rules.flatMap(({ verbs }) => verbs))).toEqual(
        new Set(['get', 'create', 'delete', 'patch']),
      );
      find('ConfigMap', 'restore-drill');
    },
  );

  it('are on different days, so there is one copy at a time', () => {
    const schedules = services.map((service) => {
      const { spec } = find('CronJob', `${service}-restore-drill`);
      return (spec as { readonly schedule: string }).schedule;
    });
    expect(new Set(schedules.map((one) => one.split(' ').at(-1))).size).toBe(services.length);
  });

  it('are the only workloads with a token of the API server', () => {
    const withToken = rendered
      .workloads()
      .filter(([, { template }]) => JSON.stringify(template.spec).includes('serviceAccountToken"'))
      .map(([title]) => title);
    expect(withToken).toEqual(services.map((service) => `CronJob ${service}-restore-drill`));
  });

  it('make copies that no alert on databases sees', () => {
    const monitor = Rendered.read('production').find('PodMonitor', 'databases');
    const { podMetricsEndpoints } = (monitor as Manifest).spec as Monitored;
    const relabelings = podMetricsEndpoints.flatMap((one) => one.relabelings);
    const dropped = relabelings.find(({ action }) => action === 'drop')?.regex ?? '';
    const isDropped = (name: string) => new RegExp(`^(?:${dropped})$`).test(name);
    expect(services.filter((service) => !isDropped(`${service}-drill`))).toEqual([]);
    expect(services.filter((service) => isDropped(`${service}-db`))).toEqual([]);
  });

  it.each(overlays)('are not part of the overlay %s', (overlay) => {
    expect(Rendered.read(overlay).all('CronJob')).toEqual([]);
  });
});
