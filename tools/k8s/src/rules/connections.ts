import { readSettings } from '@nordgate/service/settings';
import { parse } from 'yaml';
import { apps, services } from '../apps.js';
import type { App } from '../apps.js';
import { processes } from '../bank.js';
import { containerOf } from '../rendered.js';
import type { Rendered } from '../rendered.js';
import { mountsOf } from './mounts.js';
import { placesOf } from './places.js';
import { reachabilityOf } from './reachability.js';

/** What the policies let through and nobody needs, and what somebody needs and the policies stop. */
export function connectionFaults(rendered: Rendered): readonly string[] {
  const { open, granted } = reachabilityOf(rendered);
  const needed = new Set([
    ...neededBy(rendered),
    ...neededByOperators(rendered),
    ...neededForNames(rendered),
  ]);
  const ours = new Set(placesOf(rendered).flatMap(({ isOurs, name }) => (isOurs ? [name] : [])));
  // Strimzi opens the metrics of the brokers to everybody, so only the way out of the pods of the bank counts.
  const isOpenedByStrimzi = (one: string) =>
    one.endsWith(' > kafka:9404') && !(open.has(one) && ours.has(one.split(' > ')[0] ?? ''));
  const isNeeded = (one: string) =>
    needed.has(one) || toAnywhere.test(one) || isOpenedByStrimzi(one);
  return [
    ...[...granted].filter((one) => !isNeeded(one)).map((one) => `nobody needs ${one}`),
    ...[...needed].filter((one) => !open.has(one)).map((one) => `no policy allows ${one}`),
  ];
}

/** The connections that the settings of the apps ask for. */
export function neededBy(rendered: Rendered): readonly string[] {
  const deployed = new Map(
    rendered.apps().map(([app, one]) => [app, rendered.environment(containerOf(one))] as const),
  );
  return apps.flatMap((app) => {
    const env = deployed.get(app) ?? {};
    const to = [
      ...queried(app, env),
      ...hostsIn(env['KAFKA_BROKERS'] ?? '').map((at) =>
        at.replace(/^nordgate-kafka-bootstrap/, 'kafka'),
      ),
      ...addressesIn(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? ''),
      ...(env['DATABASE_URL_FILE'] === undefined ? [] : [`${app}-db:5432`]),
      ...outsideOf(rendered, app, env),
    ];
    const edge = env[`${app.toUpperCase()}_PORT`] ?? env['CONSOLE_PORT'];
    const internal = String(env['INTERNAL_PORT']);
    const from = [
      `monitoring > ${app}:${internal}`,
      ...(edge === undefined ? [] : [`edge > ${app}:${edge}`]),
      ...('operatorKeys' in processes[app] ? [`operator > ${app}:${internal}`] : []),
    ];
    return [...to.map((one) => `${app} > ${one}`), ...from];
  });
}

/** The services whose addresses the app reads, one by one or all instances of one. */
function queried(app: App, env: Readonly<Record<string, string>>): readonly string[] {
  const settings = readSettings(processes[app].settings, env);
  const instances = processes[app].instances?.(settings) ?? {};
  return [
    ...Object.values(processes[app].addresses(settings)).flatMap(addressesIn),
    ...Object.values(instances).flat().flatMap(addressesIn),
  ].map((at) => at.replace(/^gateway-instances/, 'gateway'));
}

const addressesIn = (url: string) =>
  url === '' ? [] : [`${new URL(url).hostname}:${new URL(url).port}`];
const hostsIn = (brokers: string) => brokers.split(',').filter((one) => one !== '');

/** The register, the responders, the identity provider and a core that is read: the ports of their schemes. */
function outsideOf(
  rendered: Rendered,
  app: App,
  env: Readonly<Record<string, string>>,
): readonly string[] {
  return [
    ...(env['NORDGATE_TPP_REGISTER_URL'] === undefined ? [] : ['outside:443']),
    // Responders are asked over http or https.
    ...(env['NORDGATE_OCSP_FILE'] === undefined ? [] : ['outside:80', 'outside:443']),
    ...(env['CORE_READ_URL'] === undefined ? [] : ['outside:443']),
    ...(app === 'sca' && hasProvider(rendered) ? ['outside:443'] : []),
  ];
}

function hasProvider(rendered: Rendered): boolean {
  const workload = rendered.apps().find(([app]) => app === 'sca')?.[1];
  if (workload === undefined) return false;
  const profile = mountsOf(rendered, workload).files.find(({ path }) =>
    path.endsWith('profile.yaml'),
  );
  const [, name = '', key = ''] = profile?.from.split(' ') ?? [];
  const text = rendered.find('ConfigMap', name)?.data?.[key] ?? '';
  const { sca } = (parse(text) ?? {}) as { sca?: { methods: readonly string[] } };
  return sca?.methods.includes('oidc') === true;
}

/** What the operators of Kafka and PostgreSQL, the jobs, the repairs and the collector need. */
function neededByOperators(rendered: Rendered): readonly string[] {
  const migrations = services.flatMap((service) =>
    placesOf(rendered)
      .filter(({ name }) => name.startsWith(`${service}-migrate`))
      .map(({ name }) => `${name} > ${service}-db:5432`),
  );
  const restores = services
    .filter((service) => rendered.find('Deployment', `${service}-restore`) !== undefined)
    .flatMap((service) => [
      `${service}-restore > ${service}-db:5432`,
      `${service}-restore > kafka:9093`,
    ]);
  const databases = services.flatMap((service) => {
    const db = `${service}-db`;
    return [
      ...toApiServer(db),
      ...[`${db} > ${db}:5432`, `${db} > ${db}:8000`],
      ...[`database-operator > ${db}:5432`, `database-operator > ${db}:8000`],
      `monitoring > ${db}:9187`,
    ];
  });
  const kafka = [
    ...['kafka > kafka:9090', 'kafka > kafka:9091', 'entity-operator > kafka:9091'],
    ...['9090', '9091', '8443'].map((port) => `cluster-operator > kafka:${port}`),
    ...['kafka', 'entity-operator'].flatMap(toApiServer),
    ...(rendered.find('ScaledObject', 'payments') === undefined
      ? []
      : ['scaler > kafka:9093', 'core > kafka:9093']),
  ];
  const metrics = ['monitoring > kafka:9404', 'monitoring > collector:8888'];
  return [
    ...migrations,
    ...restores,
    ...databases,
    ...kafka,
    ...metrics,
    'collector > monitoring:4318',
  ];
}

/** Directly at the port of the API server, or at that of its Service: network plugins differ in what a policy sees. */
const toApiServer = (from: string) => ['443', '6443'].map((port) => `${from} > api-server:${port}`);

/** Every pod resolves names. */
const neededForNames = (rendered: Rendered) =>
  placesOf(rendered)
    .filter(({ isOurs }) => isOurs)
    .flatMap(({ name }) => [`${name} > dns:53`, `${name} > dns:53/udp`]);

/** The API server and the object store may be anywhere. Only the pods of operators speak to them. */
const toAnywhere = /^(kafka|entity-operator|\w+-db) > .*:(443|6443)$/;
