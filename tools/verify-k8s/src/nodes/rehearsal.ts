import type { Manifest } from '../documents.js';
import type { RenderedOverlays } from '../rendered-overlays.js';
import type { Report } from '../report.js';
import { appsOf } from './apps.js';
import type { App } from './apps.js';
import type { Cluster } from './cluster.js';
import { asRehearsed } from './hpa-behaviour.js';
import { appOf, unschedulable } from './pod.js';

interface Deployment {
  readonly metadata: { readonly name: string; readonly generation: number };
  readonly spec: { readonly replicas: number };
  readonly status: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
  };
}

const rolloutSeconds = 240;
/** A pod that finds no node for this long will find none. */
const patienceMs = 20_000;

/** Both overlays in one cluster, and the checks that every scenario makes. */
export class Rehearsal {
  readonly apps: readonly App[];
  private readonly unplaced = new Map<string, number>();

  constructor(
    readonly cluster: Cluster,
    readonly overlays: RenderedOverlays,
    readonly report: Report,
  ) {
    this.apps = Object.values(overlays).flatMap((manifests) => appsOf(manifests));
  }

  /** Runs a check; its error is a failure of the report. @throws Error when the cluster itself has a fault */
  async check(what: string, run: () => Promise<void> | void): Promise<void> {
    try {
      await run();
      this.report.pass(what);
    } catch (error) {
      this.cluster.requireRunning();
      this.report.fail(what, (error as Error).message);
    }
  }

  /** Runs a check that has to fail, for the right reason. @throws Error when the cluster itself has a fault */
  async finds(what: string, fault: RegExp, run: () => Promise<void>): Promise<void> {
    const found = await run().then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
    this.cluster.requireRunning();
    if (found !== undefined && fault.test(found)) this.report.pass(`${what} is found`);
    else this.report.fail(`${what} is found`, found ?? 'the check passed');
  }

  /**
   * Every autoscaler is applied with short windows: a later apply must not bring the original windows back.
   *
   * @throws Error when the server refuses a manifest
   */
  async apply(manifests: readonly Manifest[]): Promise<void> {
    const { ok, stderr } = await this.cluster.kubectl.apply(manifests.map(asRehearsed));
    if (!ok) throw new Error(stderr);
  }

  /** @throws Error with what kubectl says when it fails */
  async kubectl(...args: readonly string[]): Promise<string> {
    const { ok, stdout, stderr } = await this.cluster.kubectl.run(args);
    if (!ok) throw new Error(`kubectl ${args.join(' ')}: ${stderr.trim() || stdout.trim()}`);
    return stdout;
  }

  async deployment({ namespace, name }: Pick<App, 'namespace' | 'name'>): Promise<Deployment> {
    return this.cluster.api.get(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`);
  }

  /** Resolves when the Deployments of all these apps have only new, available pods. @throws Error when they do not get there */
  async rolledOut(apps: readonly App[]): Promise<void> {
    const keys = new Set(apps.map(({ key }) => key));
    const fault = async () => {
      const all = await Promise.all(apps.map((app) => this.deployment(app)));
      const open = all.filter((one) => !isRolledOut(one)).map(({ metadata }) => metadata.name);
      return open.length === 0 ? undefined : `${open.join(', ')} not rolled out`;
    };
    await this.cluster.until('the rollout', rolloutSeconds, fault, () => this.stuck(keys));
  }

  /** @throws Error naming the apps that had fewer serving pods than allowed since the last restart of the count */
  requireServed(apps: readonly App[], allowed: (app: App) => number): void {
    const short = apps
      .map((app) => ({ app, fewest: this.cluster.availability.fewestOf(app.key) }))
      .filter(({ app, fewest }) => fewest < allowed(app))
      .map(({ app, fewest }) => `${app.key}: ${String(fewest)} of ${String(allowed(app))}`);
    if (short.length > 0) throw new Error(`fewer serving pods than allowed: ${short.join(', ')}`);
  }

  /** The wanted number of pods by app, as the Deployments say now. */
  async wanted(apps: readonly App[] = this.apps): Promise<ReadonlyMap<string, number>> {
    const all = await Promise.all(
      apps.map(async (app) => [app.key, (await this.deployment(app)).spec.replicas] as const),
    );
    return new Map(all);
  }

  /** The message of the scheduler about a pod of one of these apps that has waited too long. */
  private stuck(keys: ReadonlySet<string>): string | undefined {
    const now = performance.now();
    for (const pod of this.cluster.kubelet.all) {
      const { uid, name } = pod.metadata;
      const message = keys.has(appOf(pod)) ? unschedulable(pod) : undefined;
      if (message === undefined) {
        this.unplaced.delete(uid);
        continue;
      }
      const since = this.unplaced.get(uid) ?? now;
      this.unplaced.set(uid, since);
      if (now - since > patienceMs) return `no node for ${name}: ${message}`;
    }
    return undefined;
  }
}

function isRolledOut({ metadata, spec, status }: Deployment): boolean {
  const { observedGeneration = 0, replicas, updatedReplicas, availableReplicas } = status;
  return (
    observedGeneration >= metadata.generation &&
    [replicas, updatedReplicas, availableReplicas].every((count) => count === spec.replicas)
  );
}
