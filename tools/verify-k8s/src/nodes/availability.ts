import { appOf, isOfApp, isServing } from './pod.js';
import type { Pod } from './pod.js';
import type { WatchEvent } from './kube-api.js';

/** Counts the serving pods of each app at every change, and keeps the fewest. */
export class Availability {
  private readonly serving = new Map<string, Set<string>>();
  private fewest = new Map<string, number>();

  /** One change, in the order of the API server. */
  see({ type, object }: WatchEvent<Pod>): void {
    if (!isOfApp(object)) return;
    const app = appOf(object);
    const pods = this.serving.get(app) ?? new Set<string>();
    this.serving.set(app, pods);
    if (type !== 'DELETED' && isServing(object)) pods.add(object.metadata.uid);
    else pods.delete(object.metadata.uid);
    this.fewest.set(app, Math.min(this.fewest.get(app) ?? pods.size, pods.size));
  }

  now(app: string): number {
    return this.serving.get(app)?.size ?? 0;
  }

  /** Forgets what was before: the fewest from now on. */
  restart(): void {
    this.fewest = new Map([...this.serving].map(([app, pods]) => [app, pods.size]));
  }

  /** The fewest serving pods of an app since the last restart. */
  fewestOf(app: string): number {
    return this.fewest.get(app) ?? 0;
  }
}
