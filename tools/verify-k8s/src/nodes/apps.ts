import type { Manifest } from '../documents.js';
import { isWorkload } from '../pods.js';
import { componentLabel, nameLabel } from './pod.js';

/** One app of an overlay, as far as its rollouts and disruptions need it. */
export interface App {
  /** `namespace/name` */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** Whether it has a migration job, for whose schema its pods wait. */
  readonly migrates: boolean;
  /** How many pods a rollout may take from the wanted number. */
  readonly maxUnavailable: number;
  /** How many pods an eviction may take from the wanted number. */
  readonly budget: number;
  /** The processor time that one pod asks for, in thousandths of a core. */
  readonly cpu: number;
}

interface Template {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly {
      readonly resources?: { readonly requests?: { readonly cpu?: string } };
    }[];
  };
}

interface Strategy {
  readonly rollingUpdate?: { readonly maxUnavailable?: number | string };
}

/** The apps of an overlay: the Deployments whose pods have the component `app`. */
export function appsOf(manifests: readonly Manifest[]): readonly App[] {
  return manifests
    .filter(isWorkload)
    .filter(({ kind, spec }) => kind === 'Deployment' && isApp(spec.template as Template))
    .map(({ metadata: { name, namespace = 'default' }, spec }) => {
      const { containers } = (spec.template as unknown as Template).spec;
      const { rollingUpdate } = (spec['strategy'] ?? {}) as Strategy;
      return {
        ...{ key: `${namespace}/${name}`, namespace, name },
        migrates: manifests.some((one) => isMigrationOf(one, name)),
        maxUnavailable: wholeNumber(rollingUpdate?.maxUnavailable, `${name}: maxUnavailable`),
        budget: budgetOf(manifests, name),
        cpu: Number(/^(\d+)m$/.exec(containers[0]?.resources?.requests?.cpu ?? '')?.[1]),
      };
    });
}

function isApp({ metadata }: Template): boolean {
  return metadata?.labels?.[componentLabel] === 'app';
}

function isMigrationOf(manifest: Manifest, app: string): boolean {
  if (!isWorkload(manifest) || manifest.kind !== 'Job') return false;
  const { metadata } = manifest.spec.template as Template;
  return metadata?.labels?.[componentLabel] === 'migration' && metadata.labels[nameLabel] === app;
}

function budgetOf(manifests: readonly Manifest[], app: string): number {
  const found = manifests.find(
    ({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name === app,
  );
  const { maxUnavailable } = (found?.['spec'] ?? {}) as { maxUnavailable?: number };
  return wholeNumber(maxUnavailable, `the disruption budget of ${app}`);
}

/** @throws Error when the manifest has none: then no check would know what is allowed */
function wholeNumber(value: unknown, what: string): number {
  if (typeof value !== 'number') throw new Error(`${what} is no number: ${String(value)}`);
  return value;
}
