import { parseAllDocuments } from 'yaml';

/** A Deployment or a migration Job of the rendered manifests, as far as a process can follow it. */
export interface Workload {
  readonly kind: 'Deployment' | 'Job';
  /** The app, by the label of its pods. */
  readonly app: string;
  /** Whether its image has the code that only a sandbox has. */
  readonly hasSandbox: boolean;
  readonly command: readonly string[];
  /** The environment with the ConfigMaps resolved. */
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly Mount[];
  /** Container ports by name. */
  readonly ports: Readonly<Record<string, number>>;
  readonly replicas: number;
  readonly probes: Readonly<Partial<Record<ProbeKind, Probe>>>;
  readonly preStopSeconds: number;
  readonly graceSeconds: number;
}

export type ProbeKind = 'startup' | 'readiness' | 'liveness';

export interface Probe {
  readonly path: string;
  /** The name of the container port. */
  readonly port: string;
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}

/** A folder of a container, and the files that Secrets and ConfigMaps put into it. */
export interface Mount {
  readonly path: string;
  /** Without items every key of the source is a file; with an undefined source the folder is empty. */
  readonly files: readonly MountedFile[];
}

export interface MountedFile {
  readonly source: string;
  /** Absent: all keys of the source. */
  readonly key?: string;
  readonly path?: string;
  /** The pod also starts without it. */
  readonly isOptional?: boolean;
}

interface Item {
  readonly key: string;
  readonly path: string;
}
interface Source {
  readonly name?: string;
  readonly secretName?: string;
  readonly optional?: boolean;
  readonly items?: readonly Item[];
}
interface Volume {
  readonly name: string;
  readonly secret?: Source;
  readonly configMap?: Source;
  readonly projected?: {
    readonly sources: readonly { readonly secret?: Source; readonly configMap?: Source }[];
  };
}
interface RenderedProbe extends Omit<Probe, 'path' | 'port'> {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe?: RenderedProbe;
  readonly readinessProbe?: RenderedProbe;
  readonly livenessProbe?: RenderedProbe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
}
interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly containers: readonly [Container];
        readonly volumes?: readonly Volume[];
        readonly terminationGracePeriodSeconds?: number;
      };
    };
  };
}

/** The programs of the bank: what else a cluster runs (collector, operator) takes no requests. */
const isOfTheBank = (command: readonly string[]) =>
  command[0] === 'node' && /^apps\/\w+\/dist\/(main|migrate)\.js$/.test(command[1] ?? '');

/** Reads the Deployments and migration Jobs of the bank. @throws Error when there are none */
export function readManifests(text: string): readonly Workload[] {
  const all = parseAllDocuments(text).map((one) => one.toJS() as Rendered | null);
  const rendered = all.filter((one) => one !== null);
  const configMaps = new Map(
    rendered
      .filter(({ kind }) => kind === 'ConfigMap')
      .map(({ metadata, data = {} }) => [metadata.name, data]),
  );
  const found = rendered
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .filter(({ spec }) => isOfTheBank(spec.template.spec.containers[0].command ?? []))
    .map((one) => workloadOf(one, configMaps));
  if (found.length === 0) throw new Error('the manifests have no Deployment of the bank');
  return found;
}

type ConfigMaps = ReadonlyMap<string, Readonly<Record<string, string>>>;

function workloadOf({ kind, metadata, spec }: Rendered, configMaps: ConfigMaps): Workload {
  const pod = spec.template.spec;
  const [container] = pod.containers;
  const { ports = [], lifecycle } = container;
  return {
    kind: kind as Workload['kind'],
    app: spec.template.metadata.labels['app.kubernetes.io/name'] ?? metadata.name,
    hasSandbox: /-sandbox(@|:|$)/.test(container.image ?? ''),
    command: container.command ?? [],
    env: environmentOf(container, configMaps),
    mounts: (container.volumeMounts ?? []).map(({ name, mountPath }) => ({
      path: mountPath,
      files: filesOf((pod.volumes ?? []).find((volume) => volume.name === name)),
    })),
    ports: Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort])),
    replicas: spec.replicas ?? 1,
    probes: probesOf(container),
    preStopSeconds: lifecycle?.preStop?.sleep?.seconds ?? 0,
    graceSeconds: pod.terminationGracePeriodSeconds ?? 30,
  };
}

function environmentOf({ env = [], envFrom = [] }: Container, configMaps: ConfigMaps) {
  const fromMaps = envFrom.flatMap(({ configMapRef: { name } }) => {
    const data = configMaps.get(name);
    if (data === undefined) throw new Error(`the manifests have no ConfigMap ${name}`);
    return Object.entries(data);
  });
  const own = env.map(({ name, value = '' }) => [name, value] as const);
  return Object.fromEntries([...fromMaps, ...own]);
}

function filesOf(volume: Volume | undefined): readonly MountedFile[] {
  const sources = volume?.projected?.sources ?? (volume === undefined ? [] : [volume]);
  return sources.flatMap(({ secret, configMap }) => {
    const from = secret ?? configMap;
    const source = from?.secretName ?? from?.name;
    if (source === undefined) return [];
    const optional = from?.optional === true ? { isOptional: true } : {};
    return (from?.items ?? [{}]).map((item) => ({ source, ...item, ...optional }));
  });
}

function probesOf(container: Container): Workload['probes'] {
  const given = [
    ['startup', container.startupProbe],
    ['readiness', container.readinessProbe],
    ['liveness', container.livenessProbe],
  ] as const;
  const read = given.flatMap(([kind, probe]) => {
    if (probe === undefined) return [];
    const { httpGet, ...limits } = probe;
    return [[kind, { ...limits, path: httpGet.path, port: httpGet.port }] as const];
  });
  return Object.fromEntries(read);
}
