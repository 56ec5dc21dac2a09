import { setTimeout as sleep } from 'node:timers/promises';
import { ControlPlane } from '../control-plane/control-plane.js';
import { Controllers, flagsForControllers } from '../control-plane/controllers.js';
import type { Kubectl } from '../control-plane/kubectl.js';
import type { KubernetesPrograms } from '../control-plane/kubernetes-programs.js';
import type { Lifetime } from '../control-plane/lifetime.js';
import { Availability } from './availability.js';
import { FakeKubelet } from './fake-kubelet.js';
import { FakeNodes } from './fake-nodes.js';
import type { FakeNode } from './fake-nodes.js';
import { KubeApi } from './kube-api.js';
import { MetricsApi } from './metrics-api.js';
import { SchemaOrder } from './schema-order.js';

const pollMs = 250;

/** A whole cluster with nodes that exist as objects only: three zones with two nodes each. */
export class Cluster {
  readonly availability = new Availability();

  private constructor(
    private readonly life: Lifetime,
    private readonly plane: ControlPlane,
    private readonly controllers: Controllers,
    readonly api: KubeApi,
    readonly nodes: FakeNodes,
    readonly kubelet: FakeKubelet,
    readonly metrics: MetricsApi,
    readonly schemas: SchemaOrder,
  ) {
    kubelet.observe((event) => this.availability.see(event));
    kubelet.observe((event) => this.schemas.see(event));
  }

  /**
   * @param life what ends the cluster
   * @param migrated `namespace/name` of the apps that have a migration job
   * @throws Error when a server ends or is not ready in time, and when the run ends
   */
  static async start(
    life: Lifetime,
    programs: KubernetesPrograms,
    migrated: ReadonlySet<string>,
  ): Promise<Cluster> {
    const plane = await ControlPlane.start(life, programs, flagsForControllers);
    const controllers = Controllers.start(life, plane, programs);
    const api = new KubeApi(plane.access);
    life.atEnd(() => Promise.resolve(api.close()));
    const nodes = new FakeNodes(api, threeZones);
    const schemas = new SchemaOrder(migrated);
    const kubelet = new FakeKubelet(api, nodes, (pod) => schemas.hasSchema(pod));
    life.atEnd(() => kubelet.stop());
    life.atEnd(() => nodes.stop());
    const metrics = await MetricsApi.start(plane.access, () => kubelet.all);
    life.atEnd(() => metrics.stop());
    const cluster = new Cluster(life, plane, controllers, api, nodes, kubelet, metrics, schemas);
    await cluster.until('the namespace of leases', 60, () => cluster.missing('kube-node-lease'));
    await nodes.start();
    kubelet.start();
    const { ok, stderr } = await plane.kubectl.apply(metrics.manifests());
    if (!ok) throw new Error(`the metrics APIs are refused: ${stderr}`);
    return cluster;
  }

  /** The API server makes its own namespaces a moment after it is ready. */
  private async missing(namespace: string): Promise<string | undefined> {
    try {
      await this.api.get(`/api/v1/namespaces/${namespace}`);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  get kubectl(): Kubectl {
    return this.plane.kubectl;
  }

  /**
   * Polls until something holds.
   *
   * @param fault what is still wrong; undefined when all is well
   * @param hopeless what ends the wait at once
   * @throws Error with the fault after the time, with what is hopeless, and when a server has ended
   */
  async until(
    what: string,
    seconds: number,
    fault: () => string | undefined | Promise<string | undefined>,
    hopeless: () => string | undefined = () => undefined,
  ): Promise<void> {
    const deadline = performance.now() + seconds * 1000;
    for (;;) {
      this.requireRunning();
      const found = await fault();
      if (found === undefined) return;
      const end = hopeless();
      if (end !== undefined) throw new Error(`${what}: ${end}`);
      if (performance.now() > deadline) {
        throw new Error(`${what} did not come within ${String(seconds)} s: ${found}`);
      }
      await sleep(pollMs);
    }
  }

  /** @throws Error when the run ends, when a server has ended, and when a request of a node has failed */
  requireRunning(): void {
    this.life.signal.throwIfAborted();
    this.controllers.requireRunning();
    this.nodes.requireRunning();
    this.kubelet.requireRunning();
  }

  /** The resident memory in MB, by name. */
  memory(): Readonly<Record<string, number | undefined>> {
    return { ...this.plane.memory(), ...this.controllers.memory() };
  }
}

export const zones = ['zone-a', 'zone-b', 'zone-c'] as const;

const threeZones: readonly FakeNode[] = zones.flatMap((zone) =>
  [1, 2].map((index) => ({
    ...{ name: `${zone}-${String(index)}`, zone },
    ...{ cpu: '8', memory: '16Gi' },
  })),
);
