import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalKafka } from '@nordgate/local/kafka';
import type { LocalKafka } from '@nordgate/local/kafka';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import type { EmbeddedServer } from '@nordgate/local/postgres';
import { openSandboxTrust } from '@nordgate/local/sandbox-trust';
import type { SandboxTrust } from '@nordgate/local/sandbox-trust';
import { createTopics } from '@nordgate/messaging/kafka';
import { makeSecrets } from '@nordgate/service/new-secrets';
import { createLog } from '@nordgate/telemetry';
import { Balancer } from './balancer.js';
import { Deployment } from './deployment.js';
import type { Workload } from './manifests.js';
import { writeMounts } from './mounts.js';
import type { Contents } from './mounts.js';
import { environmentOn } from './substitutions.js';
import type { Surroundings } from './substitutions.js';

type Say = (line: string) => void;

export interface BankOptions {
  readonly folder: string;
  readonly workloads: readonly Workload[];
  /** The replicas of an app; default: those of its Deployment. */
  readonly replicas: (workload: Workload) => number;
  readonly say: Say;
}

/** The namespace of a sandbox on this machine: what the manifests describe, with their neighbours. */
export class Bank {
  readonly deployments: readonly Deployment[];

  private constructor(
    private readonly options: BankOptions,
    readonly postgres: EmbeddedServer,
    readonly kafka: LocalKafka,
    readonly trust: SandboxTrust,
    private readonly balancers: ReadonlyMap<string, ReadonlyMap<string, Balancer>>,
  ) {
    const { folder, workloads, replicas } = options;
    this.deployments = workloads
      .filter(({ kind }) => kind === 'Deployment')
      .map(
        (workload) =>
          new Deployment({
            ...{ workload, replicas: replicas(workload), logs: join(folder, 'logs') },
            balancers: balancers.get(workload.app) ?? new Map<string, Balancer>(),
            surroundings: this.surroundingsOf(workload),
          }),
      );
  }

  /** Starts what the bank stands on, and no app. */
  static async start(options: BankOptions): Promise<Bank> {
    const { folder, workloads, say } = options;
    mkdirSync(folder, { recursive: true });
    const trust = await openSandboxTrust(folder, new Date());
    await makeSecrets(join(folder, 'secrets'));
    const postgres = await startEmbeddedServer({ dataDir: join(folder, 'postgres'), log: say });
    try {
      const kafka = await startLocalKafka({ folder: join(folder, 'kafka'), brokers: 1, say });
      const settings = { brokers: kafka.bootstrap, clientId: 'nordgate-topics' };
      const log = createLog({ app: 'rehearsal', level: 'error' });
      await createTopics({ settings, log, replicationFactor: 1 });
      const bank = new Bank(options, postgres, kafka, trust, await balancersOf(workloads));
      await bank.mount();
      return bank;
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  }

  get gatewayUrl(): string {
    return this.urlOf('gateway', 'edge', '127.0.0.1');
  }

  /** With a host name, as passkeys need a domain. */
  get siteUrl(): string {
    return this.urlOf('sca', 'edge', 'localhost');
  }

  databaseUrl(app: string): string {
    return this.postgres.url(`nordgate_${app}`);
  }

  /** Connections for which a balancer had no endpoint that accepted them. */
  get refusedConnections(): number {
    const all = [...this.balancers.values()].flatMap((ofApp) => [...ofApp.values()]);
    return all.reduce((sum, { refused }) => sum + refused, 0);
  }

  /** Runs the migration Jobs of these apps. @throws Error with the output of one that fails */
  async migrate(release: string, apps: (app: string) => boolean): Promise<void> {
    const jobs = this.options.workloads.filter(({ kind, app }) => kind === 'Job' && apps(app));
    await Promise.all(jobs.map((job) => this.runJob(job, release)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.deployments.map((one) => one.kill()));
    const all = [...this.balancers.values()].flatMap((ofApp) => [...ofApp.values()]);
    await Promise.all(all.map((one) => one.stop()));
    await this.kafka.stop();
    await this.postgres.stop();
  }

  private async runJob(job: Workload, release: string): Promise<void> {
    const [, program = ''] = job.command;
    const env = environmentOn(job, { ...this.surroundingsOf(job), ports: new Map() });
    const child = spawn(process.execPath, [join(release, program)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...env },
    });
    let told = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (told += text));
    }
    const [code] = (await once(child, 'close')) as [number | null];
    const line = told.trim().split('\n').at(-1) ?? '';
    if (code !== 0) throw new Error(`the migration job of ${job.app} failed: ${line}`);
    const { msg, applied = [] } = JSON.parse(line) as { msg: string; applied?: readonly string[] };
    this.options.say(`${job.app}: ${msg} ${applied.slice(-1).join()}`.trimEnd());
  }

  private async mount(): Promise<void> {
    const { workloads } = this.options;
    for (const { app, kind } of workloads) {
      if (kind === 'Job') await this.postgres.ensureDatabase(`nordgate_${app}`);
    }
    for (const workload of workloads) {
      const { root } = this.surroundingsOf(workload);
      writeMounts(root, workload, this.contentsFor(workload.app), () => ['sandbox-ca.pem']);
    }
  }

  private contentsFor(app: string): Contents {
    const { folder } = this.options;
    const { ca, bankSeal } = this.trust;
    const known: Readonly<Record<string, string>> = {
      // The local brokers and the local database have no TLS.
      ...{ 'ca.crt': ca.certificate, 'sandbox-ca.pem': ca.certificate, password: 'unused' },
      ...{ 'seal.pem': bankSeal.certificate, 'seal.key.pem': bankSeal.key },
    };
    return (source, key) => {
      if (key === 'database-url') return this.databaseUrl(app);
      if (source === `${app}-secrets`) return readFileSync(join(folder, 'secrets', key), 'utf8');
      if (key === 'operator-ca.pem') return readFileSync(join(folder, 'secrets', key), 'utf8');
      return known[key];
    };
  }

  private surroundingsOf({ app, kind }: Workload): Omit<Surroundings, 'ports'> {
    return {
      root: join(this.options.folder, 'mounts', kind, app),
      brokers: this.kafka.bootstrap,
      serviceUrl: (service, port) => this.serviceUrl(service, port),
      siteUrl: this.siteUrl,
    };
  }

  private serviceUrl(service: string, containerPort: number): string {
    const workload = this.workloadOf(service);
    const name = Object.keys(workload.ports).find((one) => workload.ports[one] === containerPort);
    return this.urlOf(service, name ?? '', '127.0.0.1');
  }

  private urlOf(app: string, port: string, host: string): string {
    const balancer = this.balancers.get(app)?.get(port);
    if (balancer === undefined) throw new Error(`the manifests have no port ${port} of ${app}`);
    return `http://${host}:${String(balancer.port)}`;
  }

  private workloadOf(app: string): Workload {
    const found = this.options.workloads.find(
      (one) => one.kind === 'Deployment' && one.app === app,
    );
    if (found === undefined) throw new Error(`the manifests have no Deployment ${app}`);
    return found;
  }
}

async function balancersOf(workloads: readonly Workload[]) {
  const all = workloads
    .filter(({ kind }) => kind === 'Deployment')
    .map(async ({ app, ports }) => {
      const started = Object.keys(ports).map(
        async (port) => [port, await Balancer.start(app)] as const,
      );
      return [app, new Map(await Promise.all(started))] as const;
    });
  return new Map(await Promise.all(all));
}
