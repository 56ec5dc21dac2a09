import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFacts, newestEventAt, openDatabase } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { eventually } from '@nordgate/testing';
import { Command } from 'commander';
import { addRestoreCommands } from '../restore-commands.js';
import { OperationRefused } from '../operations-client.js';
import { openKubernetes } from './kubernetes-api.js';

interface Received {
  readonly request: string;
  readonly authorization: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

let folder: string;
let server: Server;
let received: Received[];
const archiver = { name: 'barman-cloud.cloudnative-pg.io', isWALArchiver: true };
const archiving = { metadata: { name: 'payments-db' }, spec: { plugins: [archiver] } };
/** The answers by method and path; 404 without one. */
let answers: Map<string, object>;
/** The requests that get 403. */
let refused: Set<string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-drill-'));
  await writeFile(join(folder, 'namespace'), 'nordgate\n');
  await writeFile(join(folder, 'token'), 'a-token\n');
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const title = `${String(request.method)} ${String(request.url)}`;
      const { authorization, 'content-type': type } = request.headers;
      received.push({ request: title, authorization, type, body });
      const answer = answers.get(title);
      if (request.method === 'DELETE') collect(String(request.url), body);
      response.statusCode = answer === undefined ? 404 : 200;
      if (refused.has(title)) response.statusCode = 403;
      response.end(JSON.stringify(answer ?? { message: 'not found' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  received = [];
  answers = new Map();
  refused = new Set();
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

interface Session {
  query(text: string): Promise<{ readonly rowCount: number | null }>;
}

/** How many sessions wait for a lock of this database. */
async function waiting(client: Session): Promise<number> {
  const { rowCount } = await client.query(`
    select from pg_locks l join pg_database d on d.oid = l.database
     where not l.granted and d.datname = current_database()`);
  return rowCount ?? 0;
}

/** The collector of an API server: in the background the owner goes first, and what it owns an unknown time later. */
function collect(path: string, body: string): void {
  const { propagationPolicy = 'Background' } = JSON.parse(body || '{}') as DeleteOptions;
  const owned = [...answers.keys()].filter((one) => one.includes(`/${nameIn(path)}-`));
  if (propagationPolicy === 'Foreground') for (const one of owned) answers.delete(one);
  answers.delete(`GET ${path}`);
}

interface DeleteOptions {
  readonly propagationPolicy?: string;
}

const nameIn = (path: string) => String(path.split('/').at(-1));

const url = () => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
const clusters = '/apis/postgresql.cnpg.io/v1/namespaces/nordgate/clusters';
const configMap = '/api/v1/namespaces/nordgate/configmaps/restore-drill';

describe('the API server in a drill', () => {
  it('gets each request in the namespace of the pod, with its token', async () => {
    answers.set(`POST ${clusters}`, {}).set(`PATCH ${configMap}`, {});
    const api = await openKubernetes({ url: url(), folder });
    expect(await api.get('clusters', 'a')).toBeUndefined();
    await api.remove('clusters', 'a');
    await api.create('clusters', { a: 1 });
    await api.merge('configmaps', 'restore-drill', { data: {} });
    expect(received.map(({ request }) => request)).toEqual([
      `GET ${clusters}/a`,
      `DELETE ${clusters}/a`,
      `POST ${clusters}`,
      `PATCH ${configMap}`,
    ]);
    expect(new Set(received.map((one) => one.authorization))).toEqual(new Set(['Bearer a-token']));
    expect(received.at(-1)?.type).toBe('application/merge-patch+json');
  });

  it('has no log-in and no disk of a copy any more when the copy is gone', async () => {
    const owned = ['secrets/payments-drill-app', 'persistentvolumeclaims/payments-drill-1'];
    for (const one of owned) answers.set(`GET /api/v1/namespaces/nordgate/${one}`, {});
    answers.set(`GET ${clusters}/payments-drill`, {});
    const api = await openKubernetes({ url: url(), folder });
    await api.remove('clusters', 'payments-drill');
    expect(await api.get('clusters', 'payments-drill')).toBeUndefined();
    expect([...answers.keys()]).toEqual([]);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ kind: 'DeleteOptions' });
  });

  it('fails a drill at once when the Role lacks a right', async () => {
    refused.add(`GET ${clusters}/a`);
    const api = await openKubernetes({ url: url(), folder });
    await expect(api.get('clusters', 'a')).rejects.toThrow(OperationRefused);
  });

  it('fails a drill with its message when it refuses a request', async () => {
    const api = await openKubernetes({ url: url(), folder });
    await expect(api.create('clusters', {})).rejects.toThrow(
      /POST apis\/.*\/clusters: 404 not found/,
    );
    await expect(api.merge('configmaps', 'restore-drill', {})).rejects.toThrow('not found');
  });
});

describe('restore drill', () => {
  it('keeps a failure in the ConfigMap, and ends with an error', async () => {
    const file = join(folder, 'database-url');
    await writeFile(file, 'postgres://a:b@127.0.0.1:1/none');
    answers.set(`PATCH ${configMap}`, {});
    const program = new Command().exitOverride();
    const said: string[] = [];
    addRestoreCommands(program, (text) => said.push(text), { DATABASE_URL_FILE: file });
    const args = ['--kubernetes', url(), '--kubernetes-folder', folder];
    const run = program.parseAsync(['restore', 'drill', 'payments', ...args], { from: 'user' });
    await expect(run).rejects.toThrow('there is no Cluster payments-db');
    const kept = JSON.parse(received.at(-1)?.body ?? '') as { data: Record<string, string> };
    const failure = JSON.parse(kept.data['payments.failure.json'] ?? '') as object;
    expect(failure).toMatchObject({ fault: 'there is no Cluster payments-db' });
    expect(said).toEqual([]);
  });

  it('removes its copy and keeps a failure when its pod is told to end', async () => {
    const file = join(folder, 'database-url');
    await writeFile(file, 'postgres://a:b@127.0.0.1:1/none');
    answers.set(`GET ${clusters}/payments-db`, archiving).set(`POST ${clusters}`, {});
    answers.set(`PATCH ${configMap}`, {});
    const program = new Command().exitOverride();
    addRestoreCommands(program, () => undefined, { DATABASE_URL_FILE: file });
    const args = ['--kubernetes', url(), '--kubernetes-folder', folder];
    const listening = process.listenerCount('SIGTERM');
    const run = program.parseAsync(['restore', 'drill', 'payments', ...args], { from: 'user' });
    const stop = ({ method }: IncomingMessage) =>
      void (method === 'POST' && process.emit('SIGTERM'));
    server.on('request', stop);
    await expect(run).rejects.toThrow('the drill was stopped before its end');
    const last = received.slice(-2).map(({ request }) => request);
    expect(last).toEqual([`DELETE ${clusters}/payments-drill`, `PATCH ${configMap}`]);
    expect(received.at(-1)?.body).toContain('the drill was stopped before its end');
    expect(process.listenerCount('SIGTERM')).toBe(listening);
    server.off('request', stop);
  });
});

describe('the check of a copy', () => {
  const limit = { limitMs: 30_000, signal: new AbortController().signal };

  it('counts events and streams, and finds streams whose newest event is missing', async () => {
    const { url: database, drop } = await emptyTestDatabase('drill');
    const opened = await openDatabase({
      ...{ url: database, applicationName: 'nordgate-payments', migrations: [] },
    });
    expect(await newestEventAt(database, limit)).toBeNull();
    await opened.pool.query(`
      insert into es.event (stream_id, version, type, schema_version, at, data, meta)
      values ('payment-1', 1, 'PaymentInitiated', 1, '2030-03-01T04:00:00Z', '{}', '{}'),
             ('payment-2', 1, 'PaymentInitiated', 1, '2030-03-01T05:00:00Z', '{}', '{}')`);
    await opened.pool.query(`
      insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
      values ('payment-1', 'payment', 1, '1', 1, '{}'), ('payment-2', 'payment', 2, '1', 1, '{}'),
             ('payment-3', 'tombstone', 9, '1', -1, '{}')`);
    await opened.close();
    const newest = new Date('2030-03-01T05:00:00Z');
    expect(await newestEventAt(database, limit)).toEqual(newest);
    expect(await copyFacts(database, limit)).toEqual({
      ...{ events: 2, streams: 3, tornStreams: 1, newestEventAt: newest },
    });
    await drop();
  });

  it.each([
    ['at its limit', 200, (stop: AbortController) => stop, /statement timeout/],
    ['when it is stopped', 60_000, (stop: AbortController) => stop.abort(), /terminated|abort/],
  ])('ends %s', async (_when, limitMs, then, fault) => {
    const { url: database, drop } = await emptyTestDatabase('drill');
    const opened = await openDatabase({
      ...{ url: database, applicationName: 'nordgate-payments', migrations: [] },
    });
    const holder = await opened.pool.connect();
    await holder.query('begin');
    await holder.query('lock table es.event in access exclusive mode');
    const stop = new AbortController();
    const read = copyFacts(database, { limitMs, signal: stop.signal });
    const ended = expect(read).rejects.toThrow(fault);
    if (limitMs > 1000)
      await eventually('the read waits', async () => (await waiting(holder)) === 1);
    then(stop);
    await ended;
    await holder.query('rollback');
    holder.release();
    await opened.close();
    await drop();
  });
});
