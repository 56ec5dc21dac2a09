import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@nordgate/event-store';
import { Cluster } from '@nordgate/local/cluster';
import type { AppName } from '@nordgate/local/cluster';
import { eventually, PatientTpp, PsuBrowser } from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import { OtlpReceiver } from './otlp-receiver.js';
import type { ReceivedSpan } from './otlp-receiver.js';

/** The span of the TPP that all its requests in a trace are children of. */
export const tppSpanId = '00f067aa0ba902b7';

/** For what six processes do on a slow machine. */
export const patient = { limitMs: 300_000 };

const redirectUri = 'https://tpp.example/back?state=af0ifjsldkj';

/** A bank as processes on Kafka whose spans a collector of the test receives. */
export class TracedCluster {
  private constructor(
    readonly dataDir: string,
    readonly receiver: OtlpReceiver,
    readonly cluster: Cluster,
  ) {}

  /** Resolves when every app is ready. @param env further settings of every app */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<TracedCluster> {
    const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-traced-cluster-'));
    const receiver = await OtlpReceiver.start();
    const cluster = await Cluster.start({
      dataDir,
      brokers: 1,
      env: {
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url,
        TRACES_PERCENT: '100',
        ...env,
      },
      say: () => undefined,
    });
    return new TracedCluster(dataDir, receiver, cluster);
  }

  /** A new client of the demo TPP without a PSU. */
  world(): World {
    const baseUrl = this.cluster.gatewayUrls[0] ?? '';
    return {
      tpp: new PatientTpp({ baseUrl, identity: this.cluster.trust.demoTpp, redirectUri }),
      newBrowser: () => new PsuBrowser(this.cluster.scaUrl),
      narrator: { part: () => undefined, step: () => undefined },
    };
  }

  /** Spans with `app name`, in the order of their export. */
  named(spanName: string, traceId?: string): ReceivedSpan[] {
    const { spans } = this.receiver;
    return spans.filter(
      (one) => nameOf(one) === spanName && (traceId === undefined || one.traceId === traceId),
    );
  }

  /** Waits for spans of a trace, each as often as its name is listed. */
  async exported(traceId: string, ...wanted: readonly string[]): Promise<void> {
    const count = (name: string) => wanted.filter((one) => one === name).length;
    await eventually(
      `the spans of ${traceId} are exported`,
      () => wanted.every((one) => this.named(one, traceId).length >= count(one)),
      patient,
    );
  }

  /** `parent > child` of every span of a trace, each with its app, as often as it occurs. */
  edgesOf(traceId: string): string[] {
    const spans = this.receiver.spansOf(traceId);
    const names = new Map([
      [tppSpanId, 'tpp'],
      ['', 'root'],
      ...spans.map((one) => [one.spanId, nameOf(one)] as const),
    ]);
    return spans
      .map((one) => `${names.get(one.parentSpanId ?? '') ?? '?'} > ${nameOf(one)}`)
      .sort();
  }

  /** What Prometheus would get from each process, by app. */
  async scrapes(): Promise<ReadonlyMap<string, string>> {
    const scraped = this.cluster.apps.map(async ({ name, internalUrl }) => {
      const answer = await fetch(`${internalUrl}/metrics`);
      return [name, await answer.text()] as const;
    });
    return new Map(await Promise.all(scraped));
  }

  /** The log of each process, by the name of its file. */
  async logs(): Promise<ReadonlyMap<string, string>> {
    const folder = join(this.dataDir, 'logs');
    const files = await readdir(folder);
    const read = files.map(
      async (file) => [file, await readFile(join(folder, file), 'utf8')] as const,
    );
    return new Map(await Promise.all(read));
  }

  /** The rows of a query to the database of an app. */
  async query<Row extends object>(
    app: AppName,
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    const url = this.cluster.databaseUrl(app);
    const own = { applicationName: 'test', migrations: [], poolMax: 1 };
    const database = await openDatabase({ url, ...own });
    try {
      return (await database.pool.query<Row>(sql, [...values])).rows;
    } finally {
      await database.close();
    }
  }

  /** Ends the apps in order: a process exports its remaining spans when it ends. */
  async stopApps(): Promise<void> {
    await Promise.all(this.cluster.apps.map((app) => app.stop()));
  }

  async startApps(): Promise<void> {
    await Promise.all(this.cluster.apps.map((app) => app.start()));
  }

  async stop(): Promise<void> {
    await this.cluster.stop();
    await this.receiver.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** `app name` of a span. */
export function nameOf({ service, name }: ReceivedSpan): string {
  return `${service.replace('nordgate-', '')} ${name}`;
}
