import type { KafkaConfig } from 'kafkajs';
import { alterPassword, makeCertificate } from './broker-data.js';
import { javaFlags, spawnBroker } from './broker-process.js';
import type { BrokerCode, BrokerProcess, Compiled } from './broker-process.js';
import type { ClusterPlan, RoutedListener } from './broker-plan.js';
import { releaseHostLock } from '../host/host-lock.js';
import type { Say } from '../host/processes.js';
import type { KafkaFolder } from './kafka-folder.js';
import { changeKeystore, writeKeystore } from './listener-keystore.js';
import type { ListenerTls } from './listener-keystore.js';
import { awaitReady } from './readiness.js';

/** The credentials of a secured cluster. SCRAM-SHA-512 and PLAIN both take the password. */
export interface LocalKafkaLogin {
  /** The certificate to trust, as PEM. Every start of the cluster creates a new one. */
  readonly ca: string;
  readonly username: string;
  readonly password: string;
}

/** Running brokers, reachable from this machine only. Nodes are numbered from 1. */
export interface LocalKafka {
  /** `host:port` of every broker, in the order of the nodes. */
  readonly bootstrap: readonly string[];
  /** The same for a routed client, by its routes. Empty for any other client. */
  readonly bootstrapOf: (client: string) => readonly string[];
  /** Present when the cluster was started with `sasl-tls`. */
  readonly login: LocalKafkaLogin | undefined;
  /** Process numbers of the running brokers, by node. */
  readonly pids: ReadonlyMap<number, number>;
  /** Kills a broker and resolves when its process has ended. */
  readonly kill9: (node: number) => Promise<void>;
  /**
   * Starts a killed broker, or restarts a running one. Resolves when the broker is part of the cluster
   * again. Of three brokers one other has to run: a majority elects the controller.
   */
  readonly restart: (node: number) => Promise<void>;
  /** Gives the brokers another key and certificate, and restarts them one by one. */
  readonly renewCertificate: () => Promise<void>;
  /** Gives the listeners of the routed clients another certificate, without a restart of the brokers. */
  readonly renewListeners: (tls: ListenerTls) => Promise<void>;
  /** Changes the password of the clients' user for SCRAM-SHA-512. Open connections stay. */
  readonly changePassword: (password: string) => Promise<void>;
  /** Ends all brokers. Topics and records stay in the folder. */
  readonly stop: () => Promise<void>;
}

/** The settings of a prepared cluster. */
interface LocalClusterSettings {
  readonly folder: KafkaFolder;
  readonly code: BrokerCode;
  readonly compiled: Compiled;
  readonly plan: ClusterPlan;
  readonly routed?: readonly RoutedListener[];
  /** The brokers' certificate when they are secured. */
  readonly ca: string | undefined;
  readonly say: Say;
  /** Called when a broker ends although nobody stopped it. */
  readonly onEnd?: ((node: number) => void) | undefined;
}

/** The brokers of one folder, hosted by this process, which holds the folder's lock. */
export class LocalCluster implements LocalKafka {
  readonly bootstrap: readonly string[];
  #login: LocalKafkaLogin | undefined;
  readonly #settings: LocalClusterSettings;
  readonly #running = new Map<number, BrokerProcess>();
  #stopping: Promise<void> | undefined;

  constructor(settings: LocalClusterSettings) {
    this.#settings = settings;
    this.bootstrap = settings.plan.nodes.map(({ port }) => `127.0.0.1:${port}`);
    const { ca, plan } = settings;
    this.#login = ca ? { ca, username: 'nordgate', password: plan.passwords.nordgate } : undefined;
  }

  readonly bootstrapOf = (client: string): string[] =>
    (this.#settings.routed ?? [])
      .filter((listener) => listener.client === client)
      .map(({ advertised }) => `127.0.0.1:${advertised}`);

  get login(): LocalKafkaLogin | undefined {
    return this.#login;
  }

  get pids(): ReadonlyMap<number, number> {
    return new Map([...this.#running].map(([node, { pid }]) => [node, pid]));
  }

  /** Starts all brokers. @throws Error when one does not start; the others then still run */
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

  readonly renewCertificate = async (): Promise<void> => {
    const { folder, plan } = this.#settings;
    const login = this.#requireLogin();
    this.#login = { ...login, ca: await makeCertificate(folder.tls, plan.passwords.broker) };
    for (const { node } of plan.nodes) await this.restart(node);
  };

  readonly renewListeners = async (tls: ListenerTls): Promise<void> => {
    const { folder, routed = [] } = this.#settings;
    const clients = [...new Set(routed.map(({ client }) => client))];
    const [node = 0, ...others] = this.#running.keys();
    const keystore = writeKeystore(folder, tls);
    await changeKeystore(this.#connection(node), [node, ...others], clients, keystore);
  };

  readonly changePassword = async (password: string): Promise<void> => {
    const { folder, code } = this.#settings;
    const login = this.#requireLogin();
    const [bootstrap = ''] = this.bootstrap;
    await alterPassword({ folder, code, bootstrap, login }, password);
    this.#login = { ...login, password };
  };

  readonly stop = (): Promise<void> => (this.#stopping ??= this.#stopAll());

  #requireLogin(): LocalKafkaLogin {
    if (this.#login === undefined) throw new Error('the cluster is not secured');
    return this.#login;
  }

  /** Ends all brokers but keeps the folder's lock. */
  async endAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((node) => this.#end(node, 'SIGTERM')));
  }

  async #stopAll(): Promise<void> {
    await this.endAll();
    releaseHostLock(this.#settings.folder.lock);
    this.#settings.say('Kafka has shut down');
  }

  /** Waits until all running brokers know each other. */
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
    const { code, compiled, folder, say, onEnd } = this.#settings;
    const process = spawnBroker(folder.node(node), javaFlags(code, compiled));
    this.#running.set(node, process);
    void process.ended.then(() => {
      if (this.#running.get(node) !== process) return;
      this.#running.delete(node);
      say(`Kafka broker ${node} has ended unexpectedly`);
      onEnd?.(node);
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
    if (!this.#login) return { brokers: [address] };
    const { ca, username, password } = this.#login;
    const sasl = { mechanism: 'scram-sha-512', username, password } as const;
    return { brokers: [address], ssl: { ca }, sasl };
  }
}
