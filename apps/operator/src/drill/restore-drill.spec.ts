import type { CopyFacts, ReadLimit } from '@nordgate/event-store';
import type { Cluster } from './drill-cluster.js';
import type { KubernetesObjects, ObjectKind } from './kubernetes-api.js';
import { restoreDrill } from './restore-drill.js';
import type { CopyLogin } from './restore-drill.js';

const source: Cluster = {
  metadata: { name: 'payments-db' },
  spec: {
    imageName: 'postgresql:18.4@sha256:1',
    storage: { size: '50Gi' },
    postgresql: { parameters: { max_connections: '320' } },
    plugins: [
      {
        name: 'barman-cloud.cloudnative-pg.io',
        isWALArchiver: true,
        parameters: { barmanObjectName: 'backups', serverName: 'payments-db-2' },
      },
    ],
  },
};
const base64 = (text: string) => Buffer.from(text).toString('base64');
const readyStatus = { conditions: [{ type: 'Ready', status: 'True' }] };
const facts: CopyFacts = {
  ...{ events: 3, streams: 2, tornStreams: 0 },
  newestEventAt: new Date('2030-03-01T04:00:00Z'),
};

/** A cluster whose copy is ready after some looks; each look takes a minute. */
class FakeCluster implements KubernetesObjects {
  readonly objects = new Map<string, object>([['clusters/payments-db', source]]);
  readonly done: string[] = [];
  readonly created: object[] = [];
  minutes = 0;
  readonly stop = new AbortController();
  /** What the reads of databases may take. */
  readonly limits: ReadLimit[] = [];
  /** How long an earlier copy needs to go. */
  removalMinutes = 0;
  /** From this minute on the API server gives no answer. */
  silentFrom = Infinity;
  silentUntil = Infinity;
  /** How many removals of the copy get no answer. */
  failingRemovals = 0;
  /** When the pod is told to end. */
  stopAt = Infinity;
  private removedAt: number | undefined;

  constructor(private readonly readyAfter = 3) {}

  get<T>(kind: ObjectKind, name: string): Promise<T | undefined> {
    if (this.minutes >= this.silentFrom && this.minutes < this.silentUntil) {
      return Promise.reject(new Error('connect ECONNREFUSED'));
    }
    if (this.removedAt !== undefined && this.minutes >= this.removedAt) this.collect();
    const found = this.objects.get(`${kind}/${name}`);
    const isReady = name.endsWith('-drill') && this.minutes >= this.readyAfter;
    return Promise.resolve((isReady && found ? { ...found, status: readyStatus } : found) as T);
  }
  create(kind: ObjectKind, object: object): Promise<void> {
    const { name } = (object as Cluster).metadata;
    if (this.objects.has(`${kind}/${name}`)) return Promise.reject(new Error('AlreadyExists'));
    this.done.push(`create ${kind}/${name}`);
    this.created.push(object);
    this.objects.set(`${kind}/${name}`, object);
    this.objects.set(`secrets/${name}-app`, { data: { password: base64('word') } });
    this.objects.set(`secrets/${name}-ca`, { data: { 'ca.crt': base64('PEM') } });
    return Promise.resolve();
  }
  merge(): Promise<void> {
    return Promise.resolve();
  }
  remove(kind: ObjectKind, name: string): Promise<void> {
    if (this.created.length > 0 && this.failingRemovals-- > 0) {
      return Promise.reject(new Error('connect ECONNREFUSED'));
    }
    this.done.push(`remove ${kind}/${name}`);
    if (this.removalMinutes === 0) this.collect();
    else this.removedAt = this.minutes + this.removalMinutes;
    return Promise.resolve();
  }
  /** As a removal in the foreground: what the copy owns goes first. */
  private collect(): void {
    for (const one of ['secrets/%-app', 'secrets/%-ca', 'clusters/%']) {
      this.objects.delete(one.replace('%', 'payments-drill'));
    }
    this.removedAt = undefined;
  }

  async drill(copy: CopyFacts = facts, newest: string | null = '2030-03-01T04:00:12.500Z') {
    const logins: CopyLogin[] = [];
    const result = await restoreDrill('payments', {
      kubernetes: this,
      copyFacts: (login, limit) => {
        logins.push(login);
        this.limits.push(limit);
        return Promise.resolve(copy);
      },
      newestEventAt: (limit) => {
        this.limits.push(limit);
        return Promise.resolve(newest === null ? null : new Date(newest));
      },
      now: () => new Date(Date.UTC(2030, 2, 1, 4, this.minutes)),
      wait: () => {
        this.minutes += 1;
        if (this.minutes >= this.stopAt) this.stop.abort();
        return Promise.resolve();
      },
      signal: this.stop.signal,
      limitMs: 10 * 60_000,
    });
    return { result, logins };
  }
}

describe('the drill of a restore', () => {
  it('measures how long the copy took and how much newer the database of the bank is', async () => {
    const { result, logins } = await new FakeCluster().drill();
    expect(result).toEqual({
      ...{ service: 'payments', startedAt: '2030-03-01T04:00:00.000Z', events: 3, streams: 2 },
      ...{ rtoSeconds: 180, rpoSeconds: 12.5 },
    });
    const user = 'nordgate_payments';
    expect(logins).toEqual([{ host: 'payments-drill-rw', user, password: 'word', ca: 'PEM' }]);
  });

  it('makes one instance from the archive that the database writes to now', async () => {
    const cluster = new FakeCluster();
    await cluster.drill();
    const [copy] = cluster.created as [{ readonly spec: Record<string, unknown> }];
    expect(copy.spec).toMatchObject({
      ...{ instances: 1, storage: { size: '50Gi' }, imageName: 'postgresql:18.4@sha256:1' },
      postgresql: { parameters: { max_connections: '320' } },
    });
    expect(JSON.stringify(copy.spec['externalClusters'])).toContain('"serverName":"payments-db-2"');
  });

  it('makes a copy that cannot write to the archive', async () => {
    const cluster = new FakeCluster();
    await cluster.drill();
    const text = JSON.stringify(cluster.created);
    expect(text).not.toContain('isWALArchiver');
    expect(text).not.toContain('"plugins"');
  });

  it('removes the copy of an earlier drill first, and its own at the end', async () => {
    const cluster = new FakeCluster();
    await cluster.drill();
    const name = 'clusters/payments-drill';
    expect(cluster.done).toEqual([`remove ${name}`, `create ${name}`, `remove ${name}`]);
  });

  it('loses nothing when the copy has the newest event', async () => {
    const newest = facts.newestEventAt?.toISOString() ?? '';
    const { result } = await new FakeCluster().drill(facts, newest);
    expect(result.rpoSeconds).toBe(0);
  });

  it('measures a bank without events', async () => {
    const empty = { events: 0, streams: 0, tornStreams: 0, newestEventAt: null };
    const { result } = await new FakeCluster().drill(empty, null);
    expect(result).toMatchObject({ rpoSeconds: 0, events: 0 });
  });

  it.each([
    ['an empty copy of a bank with events', { ...facts, events: 0, newestEventAt: null }],
    ['a copy whose streams lack events', { ...facts, tornStreams: 2 }],
  ])('fails with %s, and removes it', async (_what, copy) => {
    const cluster = new FakeCluster();
    await expect(cluster.drill(copy)).rejects.toThrow(/no events|2 streams of the copy/);
    expect(cluster.done.at(-1)).toBe('remove clusters/payments-drill');
  });

  it('fails when the copy is not ready in time, and removes it', async () => {
    const cluster = new FakeCluster(60);
    await expect(cluster.drill()).rejects.toThrow('payments-drill is not ready after 10 minutes');
    expect(cluster.objects.has('clusters/payments-drill')).toBe(false);
  });

  it('has one limit for the removal of an earlier copy, the copy and its check', async () => {
    const cluster = new FakeCluster(14);
    cluster.objects.set('clusters/payments-drill', source);
    cluster.removalMinutes = 6;
    await expect(cluster.drill()).rejects.toThrow('payments-drill is not ready after 10 minutes');
    expect(cluster.minutes).toBeLessThan(12);
    const inTime = new FakeCluster(8);
    await inTime.drill();
    expect(inTime.limits.map(({ limitMs }) => limitMs)).toEqual([2 * 60_000, 2 * 60_000]);
  });

  it('survives an API server that does not answer for a while', async () => {
    const cluster = new FakeCluster(5);
    Object.assign(cluster, { silentFrom: 1, silentUntil: 6 });
    const { result } = await cluster.drill();
    expect(result.rtoSeconds).toBe(360);
  });

  it('fails with the fault of an API server that does not answer until the limit', async () => {
    const cluster = new FakeCluster();
    cluster.silentFrom = 1;
    await expect(cluster.drill()).rejects.toThrow(
      'payments-drill is not ready after 10 minutes: connect ECONNREFUSED',
    );
    expect(cluster.done.at(-1)).toBe('remove clusters/payments-drill');
  });

  it('removes the copy when the pod has to end', async () => {
    const cluster = new FakeCluster();
    cluster.stopAt = 2;
    await expect(cluster.drill()).rejects.toThrow('the drill was stopped before its end');
    expect(cluster.done.at(-1)).toBe('remove clusters/payments-drill');
    expect(cluster.minutes).toBe(2);
  });

  it('asks again for the removal of its copy', async () => {
    const cluster = new FakeCluster();
    cluster.failingRemovals = 2;
    await cluster.drill();
    expect(cluster.objects.has('clusters/payments-drill')).toBe(false);
  });

  it('says that its copy is not removed, and what failed before', async () => {
    const cluster = new FakeCluster();
    cluster.failingRemovals = 3;
    await expect(cluster.drill({ ...facts, tornStreams: 2 })).rejects.toThrow(
      /2 streams of the copy.*; payments-drill is not removed: connect ECONNREFUSED/,
    );
  });

  it('fails without a database, and without an archive', async () => {
    const without = new FakeCluster();
    without.objects.delete('clusters/payments-db');
    await expect(without.drill()).rejects.toThrow('there is no Cluster payments-db');
    const silent = new FakeCluster();
    silent.objects.set('clusters/payments-db', { ...source, spec: {} });
    await expect(silent.drill()).rejects.toThrow('payments-db archives nothing');
  });
});
