import { appOf, isOfApp, isServing } from './pod.js';
import type { Pod } from './pod.js';
import { isMigration } from './pod-life.js';
import type { WatchEvent } from './kube-api.js';

/** Notes each pod that serves before the migration of its release has succeeded. */
export class SchemaOrder {
  private readonly schemas = new Set<string>();
  private readonly early = new Set<string>();

  /** @param apps `namespace/name` of the apps that have a migration job */
  constructor(private readonly apps: ReadonlySet<string>) {}

  /** One change, in the order of the API server. */
  see({ object }: WatchEvent<Pod>): void {
    if (isMigration(object) && object.status.phase === 'Succeeded') {
      this.schemas.add(schemaOf(object));
    }
    if (!isOfApp(object) || !this.apps.has(appOf(object)) || !isServing(object)) return;
    if (!this.schemas.has(schemaOf(object))) this.early.add(object.metadata.name);
  }

  hasSchema(pod: Pod): boolean {
    return this.schemas.has(schemaOf(pod));
  }

  /** @throws Error naming the pods that were ready too early since the last call */
  requireKept(): void {
    const names = [...this.early].join(', ');
    this.early.clear();
    if (names !== '') throw new Error(`ready before the schema of their release: ${names}`);
  }
}

/** The image stands for the release: its migration and its app have the same. */
function schemaOf({ metadata: { namespace }, spec: { containers } }: Pod): string {
  return `${namespace}/${containers[0]?.image ?? ''}`;
}
