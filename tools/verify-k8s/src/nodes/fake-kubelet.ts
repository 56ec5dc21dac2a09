import type { FakeNodes } from './fake-nodes.js';
import { RefusedRequest } from './kube-api.js';
import type { KubeApi, WatchEvent } from './kube-api.js';
import type { Pod } from './pod.js';
import { isMigration, nextStep } from './pod-life.js';
import type { Circumstances, Step } from './pod-life.js';

/** Carries out the life of every pod that is bound to a living node. One kubelet serves all nodes. */
export class FakeKubelet {
  private readonly pods = new Map<string, Pod>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly stopping = new AbortController();
  private readonly onChange: ((event: WatchEvent<Pod>) => void)[] = [];
  private following: Promise<unknown> = Promise.resolve();
  private failure: unknown;
  private addresses = 0;
  private migrations: ReturnType<Circumstances['migration']> = 'succeeds';

  constructor(
    private readonly api: KubeApi,
    private readonly nodes: FakeNodes,
    private readonly hasSchema: Circumstances['hasSchema'],
  ) {}

  start(): void {
    this.following = this.api
      .follow<Pod>('/api/v1/pods', this.stopping.signal, (event) => this.see(event))
      .catch((error: unknown) => this.fail(error));
  }

  /** The pods as the API server last told. */
  get all(): readonly Pod[] {
    return [...this.pods.values()];
  }

  /** Calls back with every change of a pod, in the order of the API server. */
  observe(seen: (event: WatchEvent<Pod>) => void): void {
    this.onChange.push(seen);
  }

  /** What migrations do from now on. */
  letMigrations(does: ReturnType<Circumstances['migration']>): void {
    this.migrations = does;
    this.reconsider();
  }

  /** Looks at every pod again: a node or a migration has changed. */
  reconsider(): void {
    for (const pod of this.pods.values()) this.plan(pod);
  }

  /** @throws the first error of the watch or of a request */
  requireRunning(): void {
    if (this.failure !== undefined) throw this.failure as Error;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    await this.following;
  }

  private see(event: WatchEvent<Pod>): void {
    const { type, object } = event;
    const { uid } = object.metadata;
    if (type === 'DELETED') {
      this.pods.delete(uid);
      this.clear(uid);
    } else {
      this.pods.set(uid, object);
    }
    for (const seen of this.onChange) seen(event);
    if (isMigration(object) && object.status.phase === 'Succeeded') this.reconsider();
    else if (type !== 'DELETED') this.plan(object);
  }

  private plan(pod: Pod): void {
    const { uid } = pod.metadata;
    this.clear(uid);
    if (!this.nodes.isAlive(pod.spec.nodeName) || this.stopping.signal.aborted) return;
    const step = nextStep(pod, this.circumstances, new Date());
    if (step === undefined) return;
    const act = () => {
      this.timers.delete(uid);
      if (this.nodes.isAlive(pod.spec.nodeName)) void this.act(pod, step);
    };
    this.timers.set(uid, setTimeout(act, step.afterMs));
  }

  private readonly circumstances: Circumstances = {
    hasSchema: (pod) => this.hasSchema(pod),
    migration: () => this.migrations,
  };

  private async act({ metadata: { namespace, name, uid }, status }: Pod, step: Step) {
    const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
    try {
      if (step.is === 'removal') {
        await this.api.delete(path, { gracePeriodSeconds: 0, preconditions: { uid } });
        return;
      }
      const address = status.phase === 'Running' ? {} : { podIP: this.newAddress() };
      await this.api.patch(`${path}/status`, {
        metadata: { uid },
        status: { ...step.status, ...address },
      });
    } catch (error) {
      // The pod went, or changed, while the request was on its way: the watch tells.
      if (error instanceof RefusedRequest && [404, 409].includes(error.status)) return;
      this.fail(error);
    }
  }

  private newAddress(): string {
    this.addresses += 1;
    return `10.${String(64 + (this.addresses >> 8))}.${String(this.addresses & 255)}.1`;
  }

  private clear(uid: string): void {
    clearTimeout(this.timers.get(uid));
    this.timers.delete(uid);
  }

  private fail(error: unknown): void {
    if (!this.stopping.signal.aborted) this.failure ??= error;
  }
}
