import { join } from 'node:path';
import { freePorts } from '@nordgate/local/kafka';
import type { Balancer } from './balancer.js';
import type { Workload } from './manifests.js';
import { Pod } from './pod.js';
import type { PodEnd } from './pod.js';
import { environmentOn } from './substitutions.js';
import type { Surroundings } from './substitutions.js';

export interface DeploymentOptions {
  readonly workload: Workload;
  readonly replicas: number;
  /** The balancers of its Service, by the name of the container port. */
  readonly balancers: ReadonlyMap<string, Balancer>;
  readonly surroundings: Omit<Surroundings, 'ports'>;
  readonly logs: string;
}

/** The pods of an app, replaced one at a time (maxUnavailable 0, maxSurge 1). */
export class Deployment {
  private pods: Pod[] = [];
  private made = 0;
  readonly ends: PodEnd[] = [];

  constructor(private readonly options: DeploymentOptions) {}

  get app(): string {
    return this.options.workload.app;
  }

  get restarts(): number {
    return this.pods.reduce((sum, { restarts }) => sum + restarts, 0);
  }

  /** Starts all pods at once, as the first rollout does. */
  async install(release: string): Promise<void> {
    const pods = Array.from({ length: this.options.replicas }, () => this.newPod(release));
    this.pods = await Promise.all(pods);
    await Promise.all(this.pods.map((pod) => pod.start()));
  }

  /**
   * Replaces each pod: a new one starts, and when it is ready an old one is deleted. An old pod that is
   * ending does not delay the next new one.
   */
  async rollOut(release: string): Promise<void> {
    const ending: Promise<PodEnd>[] = [];
    for (const old of [...this.pods]) {
      const pod = await this.newPod(release);
      this.pods.push(pod);
      await pod.start();
      this.pods = this.pods.filter((one) => one !== old);
      ending.push(old.delete());
    }
    this.ends.push(...(await Promise.all(ending)));
  }

  /** Deletes all pods. */
  async remove(): Promise<void> {
    this.ends.push(...(await Promise.all(this.pods.splice(0).map((pod) => pod.delete()))));
  }

  /** Kills all pods, after a rehearsal that failed. */
  async kill(): Promise<void> {
    await Promise.all(this.pods.splice(0).map((pod) => pod.kill()));
  }

  private async newPod(release: string): Promise<Pod> {
    const { workload, balancers, surroundings, logs } = this.options;
    this.made += 1;
    const name = `${this.app}-${String(this.made)}`;
    const containerPorts = Object.values(workload.ports);
    const free = await freePorts(containerPorts.length);
    const ports = new Map(containerPorts.map((port, at) => [port, free[at] ?? 0]));
    const pod: Pod = new Pod({
      ...{ name, workload, release, ports, logFile: join(logs, `${name}.log`) },
      env: environmentOn(workload, { ...surroundings, ports }),
      onReady: (isReady) => {
        for (const [port, balancer] of balancers) {
          if (isReady) balancer.add({ name, port: pod.portOf(port) });
          else balancer.remove(name);
        }
      },
    });
    return pod;
  }
}
