import { Rendered } from '../rendered.js';
import type { Manifest } from '../rendered.js';

/* What the specs of the rules share: they plant one fault at a time into the rendered overlay production. */

let read: Rendered | undefined;

type Change = (manifests: Manifest[]) => void;
type Node = Record<string, unknown>;

const isOf = (title: string) => (one: Manifest) => `${one.kind} ${one.metadata.name}` === title;

/** Sets the value at a path of one manifest; undefined removes it. */
export const set =
  (title: string, path: string, value?: unknown): Change =>
  (manifests) => {
    // As in a JSON pointer, ~1 is a slash.
    const keys = path.split('/').map((key) => key.replaceAll('~1', '/'));
    const last = keys.pop() ?? '';
    let at = manifests.find(isOf(title)) as unknown as Node;
    for (const key of keys) at = at[key] as Node;
    if (!(last in at) && value === undefined) throw new Error(`${title} has no ${path}`);
    if (value === undefined) Reflect.deleteProperty(at, last);
    else at[last] = value;
  };

export const without =
  (title: string): Change =>
  (manifests) => {
    manifests.splice(manifests.findIndex(isOf(title)), 1);
  };

/** Adds a later generation of `sca.events.v1`, named for 24 partitions. */
export const generation =
  ({ partitions, bytes }: { readonly partitions: number; readonly bytes: number }): Change =>
  (manifests) => {
    const first = manifests.find(isOf('KafkaTopic sca.events.v1')) as Manifest;
    const later = structuredClone(first) as unknown as {
      metadata: { name: string };
      spec: { partitions: number; config: Record<string, number> };
    };
    later.metadata.name = 'sca.events.v1.p24';
    later.spec.partitions = partitions;
    later.spec.config['max.message.bytes'] = bytes;
    manifests.push(later as unknown as Manifest);
  };

/** Sets a variable of a ConfigMap, or removes it without a value. The ConfigMap is named without its hash. */
export const inConfigMap =
  (name: string, variable: string, value?: string): Change =>
  (manifests) => {
    const found = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith(`${name}-`),
    );
    if (found === undefined) throw new Error(`no ConfigMap is called ${name}`);
    const data = found.data as Record<string, string>;
    if (value === undefined) Reflect.deleteProperty(data, variable);
    else data[variable] = value;
  };

/** The overlay production with this change. */
export function changed(change: Change): Rendered {
  const manifests = structuredClone((read ??= Rendered.read('production')).manifests) as Manifest[];
  change(manifests);
  return new Rendered('production', manifests);
}

/** Paths of a workload. */
export const pod = 'spec/template/spec';
export const container = `${pod}/containers/0`;
