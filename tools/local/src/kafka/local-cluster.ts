import type { KafkaConfig } from 'kafkajs';
import { javaFlags, spawnBroker, type BrokerProcess, type Compiled } from './broker-process.js';
import type { ClusterPlan } from './cluster-plan.js';
import { releaseHostLock } from './host-lock.js';
import type { KafkaFolder, Say } from './kafka-folder.js';
import type { LocalKafka, LocalKafkaLogin } from './local-kafka.js';
import { awaitReady } from './readiness.js';

/** What a prepared cluster is started with. */
export interface LocalClusterSettings {
  readonly folder: KafkaFolder;
  readonly jars: string;
  readonly compiled: Compiled;
  readonly plan: ClusterPlan;
  /** The brokers' certificate when they are secured. */
  readonly ca: string | undefined;
  readonly say: Say;
}

/** The brokers of one folder, hosted by this process, which holds the folder's lock. */
export class LocalCluster implements LocalKafka {
  readonly bootstrap: readonly string[];
  readonly login: LocalKafkaLogin | undefined;
  readonly #settings: LocalClusterSettings;
  readonly #running = new Map<number, BrokerProcess>();
  #stopping: Promise<void> | undefined;

  constructor(settings: LocalClusterSettings) {
    this.#settings = settings;
    this.bootstrap = settings.plan.nodes.map(({ port }) => `127.0.0.1:${port}`);
    const { ca, plan } = settings;
    this.login = ca ? { ca, username: 'nordgate', password: plan.passwords.nordgate } : undefined;
  }

  get pids(): ReadonlyMap<number, number> {
    return new Map([...this.#running].map(([node, { pid }]) => [node, pid]));
  }

  /** Starts all brokers. Throws when one does not start; the others then still run. */
  async start(): Promise<void> {
    const { plan, folder, say } = this.#settings;
    for (const { node } of plan.nodes) this.#spawn(node);
    await this.#allReady();
    say(`Kafka listens on ${this.bootstrap.join(', ')}, data in ${folder.root}`);
  }

  readonly kill9 = async (node: number): Promise<void> => {
    await this.#end(node, 'SIGKILL');
  };

  readonly restart = async (node: number): Promise<void> => {
    if (this.#stopping) throw new Error('the brokers have been stopped');
    await this.#end(node, 'SIGTERM');
    this.#spawn(node);
    await this.#allReady();
  };

  readonly stop = (): Promise<void> => (this.#stopping ??= this.#stopAll());

  /** Ends all brokers, and keeps the folder's lock. */
  async endAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((node) => this.#end(node, 'SIGTERM')));
  }

  async #stopAll(): Promise<void> {
    await this.endAll();
    releaseHostLock(this.#settings.folder);
    this.#settings.say('Kafka has shut down');
  }

  /** Waits until all brokers that run know of each other. */
  async #allReady(): Promise<void> {
    const started = [...this.#running].map(([node, process]) => ({
      node,
      process,
      connection: this.#connection(node),
      clusterId: this.#settings.plan.id,
    }));
    await awaitReady(started);
  }

  #spawn(node: number): void {
    const { folder, jars, compiled, say } = this.#settings;
    const process = spawnBroker(folder.node(node), javaFlags(jars, compiled));
    this.#running.set(node, process);
    void process.ended.then(() => {
      if (this.#running.get(node) !== process) return;
      this.#running.delete(node);
      say(`Kafka broker ${node} has ended, though nobody here stopped it`);
    });
  }

  async #end(node: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const process = this.#running.get(node);
    this.#running.delete(node);
    await process?.end(signal);
  }

  #connection(node: number): KafkaConfig {
    const address = this.bootstrap[node - 1];
    if (address === undefined) throw new Error(`the cluster has no broker ${node}`);
    if (!this.login) return { brokers: [address] };
    const { ca, username, password } = this.login;
    const sasl = { mechanism: 'scram-sha-512', username, password } as const;
    return { brokers: [address], ssl: { ca }, sasl };
  }
}
