import type { KubeApi } from './kube-api.js';
import { RefusedRequest } from './kube-api.js';

/** A node of the run. */
export interface FakeNode {
  readonly name: string;
  readonly zone: string;
  readonly cpu: string;
  readonly memory: string;
}

const leaseSeconds = 4;
const beatMs = 1000;
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';

/** Nodes that exist as objects only: each has a capacity, and a lease that it renews while it lives. */
export class FakeNodes {
  private readonly alive = new Set<string>();
  private readonly leased = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private beat: Promise<unknown> = Promise.resolve();
  private failure: unknown;

  constructor(
    private readonly api: KubeApi,
    readonly all: readonly FakeNode[],
  ) {}

  /** Resolves when every node is there and ready. */
  async start(): Promise<void> {
    for (const node of this.all) {
      await this.api.post('/api/v1/nodes', nodeObject(node));
      await this.setReady(node.name);
      this.alive.add(node.name);
    }
    await this.renewAll();
    this.timer = setInterval(() => {
      this.beat = this.beat
        .then(() => this.renewAll())
        .catch((error: unknown) => (this.failure ??= error));
    }, beatMs);
  }

  isAlive(name: string | undefined): boolean {
    return name !== undefined && this.alive.has(name);
  }

  /** The nodes of a zone stop to renew their leases, and do nothing for their pods. */
  loseZone(zone: string): void {
    for (const { name } of this.inZone(zone)) this.alive.delete(name);
  }

  async returnZone(zone: string): Promise<void> {
    for (const { name } of this.inZone(zone)) {
      this.alive.add(name);
      await this.renew(name);
      await this.setReady(name);
    }
  }

  inZone(zone: string): readonly FakeNode[] {
    return this.all.filter((node) => node.zone === zone);
  }

  zoneOf(name: string | undefined): string {
    return this.all.find((node) => node.name === name)?.zone ?? '';
  }

  /** @throws the first error of a heartbeat */
  requireRunning(): void {
    if (this.failure !== undefined) throw this.failure as Error;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.beat;
  }

  private async renewAll(): Promise<void> {
    await Promise.all([...this.alive].map((name) => this.renew(name)));
  }

  private async renew(name: string): Promise<void> {
    const renewTime = new Date().toISOString().replace('Z', '000Z');
    const spec = { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime };
    if (this.leased.has(name)) {
      await this.api.patch(`${leases}/${name}`, { spec });
      return;
    }
    await this.api.post(leases, leaseObject(name, spec)).catch((error: unknown) => {
      if (!(error instanceof RefusedRequest && error.status === 409)) throw error;
    });
    this.leased.add(name);
  }

  private async setReady(name: string): Promise<void> {
    const at = new Date().toISOString();
    const condition = (type: string, status: string) => ({
      ...{ type, status, lastHeartbeatTime: at, lastTransitionTime: at },
      ...{ reason: 'KubeletReady', message: 'a node of the check' },
    });
    const pressures = ['MemoryPressure', 'DiskPressure', 'PIDPressure'];
    const conditions = [
      condition('Ready', 'True'),
      ...pressures.map((type) => condition(type, 'False')),
    ];
    await this.api.patch(`/api/v1/nodes/${name}/status`, { status: { conditions } });
  }
}

function leaseObject(name: string, spec: object): object {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: 'kube-node-lease' },
    spec,
  };
}

function nodeObject({ name, zone, cpu, memory }: FakeNode): object {
  const resources = { cpu, memory, pods: '110', 'ephemeral-storage': '50Gi' };
  const labels = {
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'topology.kubernetes.io/region': 'region',
    'topology.kubernetes.io/zone': zone,
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    status: { capacity: resources, allocatable: resources },
  };
}
