import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { apps } from './apps.js';
import type { App } from './apps.js';
import type { KubernetesObject } from './objects.js';
import { renderedPath, root } from '@nordgate/local/overlays';
import type { Overlay } from '@nordgate/local/overlays';

/** A rendered object. Only some kinds have data. */
export interface Manifest extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly automountServiceAccountToken?: boolean;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
  readonly securityContext?: SecurityContext;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly volumeMounts?: readonly VolumeMount[];
}

export interface SecurityContext {
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly readOnlyRootFilesystem?: boolean;
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
  readonly seccompProfile?: { readonly type: string };
}

export interface Probe {
  readonly httpGet?: {
    readonly path: string;
    readonly port: string | number;
    readonly scheme?: string;
  };
  readonly periodSeconds?: number;
  readonly failureThreshold?: number;
}

export interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath?: string;
}

interface Item {
  readonly key: string;
  readonly path: string;
}

/** Files of a Secret or a ConfigMap; without items all of them. */
export interface FileSource {
  readonly name?: string;
  readonly secretName?: string;
  readonly items?: readonly Item[];
}

export interface Volume {
  readonly name: string;
  readonly emptyDir?: { readonly sizeLimit?: string };
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly secret?: FileSource;
  readonly configMap?: FileSource;
  readonly projected?: {
    readonly sources: readonly { readonly secret?: FileSource; readonly configMap?: FileSource }[];
  };
}

export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly priorityClassName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly securityContext?: SecurityContext;
  readonly topologySpreadConstraints?: readonly { readonly topologyKey: string }[];
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
}

export interface WorkloadSpec {
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly progressDeadlineSeconds?: number;
  readonly strategy?: { readonly rollingUpdate?: Readonly<Record<string, number>> };
  readonly template: {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> };
    readonly spec: PodSpec;
  };
}

/** The manifests of an overlay as they are rendered. */
export class Rendered {
  constructor(
    readonly overlay: Overlay,
    readonly manifests: readonly Manifest[],
  ) {}

  static read(overlay: Overlay): Rendered {
    const documents = parseAllDocuments(readFileSync(join(root, renderedPath(overlay)), 'utf8'));
    return new Rendered(
      overlay,
      documents.map((document) => document.toJS() as Manifest),
    );
  }

  all(kind: string): readonly Manifest[] {
    return this.manifests.filter((one) => one.kind === kind);
  }

  find(kind: string, name: string): Manifest | undefined {
    return this.all(kind).find(({ metadata }) => metadata.name === name);
  }

  /** Everything that makes pods here, by kind and name. Strimzi and CloudNativePG make the others. */
  workloads(): readonly (readonly [title: string, WorkloadSpec])[] {
    const jobs = this.all('CronJob').map((one) => ({
      ...one,
      spec: (one.spec as { readonly jobTemplate: { readonly spec: unknown } }).jobTemplate.spec,
    }));
    return [...this.all('Deployment'), ...this.all('Job'), ...jobs].map(
      ({ kind, metadata, spec }) => [`${kind} ${metadata.name}`, spec as WorkloadSpec] as const,
    );
  }

  /** The Deployments of the six apps. */
  apps(): readonly (readonly [App, WorkloadSpec])[] {
    return apps.flatMap((app) => {
      const found = this.find('Deployment', app);
      return found === undefined ? [] : [[app, found.spec as WorkloadSpec] as const];
    });
  }

  /** The variables of a container: those of its ConfigMaps, and those that it names itself. */
  environment({ env = [], envFrom = [] }: Container): Readonly<Record<string, string>> {
    const maps = envFrom.map(({ configMapRef }) =>
      this.find('ConfigMap', configMapRef?.name ?? ''),
    );
    const own = env.map(({ name, value = '' }) => [name, value] as const);
    return Object.assign(
      {},
      ...maps.map((map) => map?.data ?? {}),
      Object.fromEntries(own),
    ) as Record<string, string>;
  }
}

/** The container of an app or a job: each pod has one. */
export function containerOf({ template }: WorkloadSpec): Container {
  const [container] = template.spec.containers;
  if (container === undefined) throw new Error('a pod without a container');
  return container;
}
