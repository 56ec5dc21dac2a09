import { containerOf } from '../rendered.js';
import type { FileSource, PodSpec, Rendered, VolumeMount, WorkloadSpec } from '../rendered.js';

/** A file of a container, and the Secret or ConfigMap that it comes from. */
export interface MountedFile {
  readonly path: string;
  readonly from: string;
}

/** What the container of a workload finds in its file system beside its image. */
export interface Mounts {
  readonly files: readonly MountedFile[];
  /** Folders whose files the bank chooses. */
  readonly folders: readonly string[];
  readonly writable: readonly string[];
}

/** The mounts of the first container of a workload. */
export function mountsOf(rendered: Rendered, workload: WorkloadSpec): Mounts {
  const { spec } = workload.template;
  const found = (containerOf(workload).volumeMounts ?? []).map((mount) =>
    mounted(rendered, spec, mount),
  );
  return {
    files: found.flatMap(({ files }) => files),
    folders: found.flatMap(({ folders }) => folders),
    writable: found.flatMap(({ writable }) => writable),
  };
}

function mounted(
  rendered: Rendered,
  { volumes = [] }: PodSpec,
  { name, mountPath, subPath }: VolumeMount,
): Mounts {
  const volume = volumes.find((one) => one.name === name);
  if (volume?.emptyDir !== undefined) return { files: [], folders: [], writable: [mountPath] };
  const sources = volume?.projected?.sources ?? [volume ?? {}];
  const all = sources.flatMap(({ secret, configMap }) => [
    ...filesOf(secret, 'Secret'),
    ...filesOf(configMap, 'ConfigMap', rendered),
  ]);
  if (all.length === 0) return { files: [], folders: [mountPath], writable: [] };
  const files = all
    .filter(({ path }) => subPath === undefined || path === subPath)
    .map(({ path, from }) => ({ path: subPath ? mountPath : `${mountPath}/${path}`, from }));
  return { files, folders: [], writable: [] };
}

function filesOf(
  source: FileSource | undefined,
  kind: 'Secret' | 'ConfigMap',
  rendered?: Rendered,
): readonly MountedFile[] {
  const name = source?.name ?? source?.secretName;
  if (name === undefined) return [];
  const data = rendered?.find('ConfigMap', name)?.data ?? {};
  const items = source?.items ?? Object.keys(data).map((key) => ({ key, path: key }));
  return items.map(({ key, path }) => ({ path, from: `${kind} ${name} ${key}` }));
}

/** No Secret is mounted by two apps, beside the CAs that have no private part. */
export function sharedSecrets(rendered: Rendered): readonly string[] {
  const owners = new Map<string, Set<string>>();
  for (const [app, workload] of rendered.apps()) {
    for (const { from } of mountsOf(rendered, workload).files) {
      const [kind, name = '', key = ''] = from.split(' ');
      if (kind !== 'Secret' || key === 'ca.crt') continue;
      owners.set(name, (owners.get(name) ?? new Set()).add(app));
    }
  }
  return [...owners]
    .filter(([, apps]) => apps.size > 1)
    .map(([name, apps]) => `${name} is mounted by ${[...apps].join(' and ')}`);
}
