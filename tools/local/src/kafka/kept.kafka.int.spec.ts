import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Kafka, logLevel } from 'kafkajs';
import { eventually } from '@nordgate/testing';
import { removeLocalKafka, startLocalKafka } from './local-kafka.js';
import type { LocalKafka } from './local-kafka.js';
import { identityOf } from '../host/processes.js';

/* Hosts that are killed are child processes running the built library. */

const library = fileURLToPath(new URL('../../dist/kafka/local-kafka.js', import.meta.url));

let folder: string;
const said: string[] = [];
const started: LocalKafka[] = [];
const hosts: ChildProcess[] = [];

beforeEach(() => {
  said.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'nordgate-kafka-kept-'));
});
afterEach(async () => {
  for (const child of hosts.splice(0)) await killed(child);
  for (const kafka of started.splice(0)) await kafka.stop();
  rmSync(folder, { recursive: true });
});

async function start(): Promise<LocalKafka> {
  const data = join(folder, 'data');
  const say = (line: string) => void said.push(line);
  const kafka = await startLocalKafka({ folder: data, brokers: 1, say });
  started.push(kafka);
  return kafka;
}

const program = `
const { startLocalKafka } = await import(${JSON.stringify(library)});
const kafka = await startLocalKafka({ folder: 'data', brokers: 1, say: () => undefined });
console.log(JSON.stringify({ pid: kafka.pids.get(1), bootstrap: kafka.bootstrap }));
setInterval(() => undefined, 1_000);
`;

/** A process that hosts a broker; \`path\` comes first when it looks for programs. */
async function host(path = ''): Promise<{ child: ChildProcess; pid: number; bootstrap: string[] }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', PATH: `${path}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  hosts.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, ...(JSON.parse(line) as { pid: number; bootstrap: string[] }) };
  }
  throw new Error('the host ended without a word');
}

/** Replaces the shell that ends the broker of a killed host. */
function shellThatDoesNothing(): string {
  const idle = join(folder, 'idle');
  mkdirSync(idle);
  writeFileSync(join(idle, 'sh'), '#!/bin/sh\n', { mode: 0o755 });
  return idle;
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await new Promise((done) => child.once('exit', done));
}

async function asAdmin<T>(
  bootstrap: readonly string[],
  act: (admin: ReturnType<Kafka['admin']>) => Promise<T>,
): Promise<T> {
  const admin = new Kafka({ brokers: [...bootstrap], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await act(admin);
  } finally {
    await admin.disconnect();
  }
}

async function remember(bootstrap: readonly string[]): Promise<void> {
  const topics = [{ topic: 'memory', numPartitions: 1 }];
  await asAdmin(bootstrap, (admin) => admin.createTopics({ topics, waitForLeaders: true }));
  const kafka = new Kafka({ brokers: [...bootstrap], logLevel: logLevel.NOTHING });
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({
    topic: 'memory',
    acks: -1,
    messages: [{ value: 'one' }, { value: 'two' }],
  });
  await producer.disconnect();
}

const remembered = (bootstrap: readonly string[]) =>
  asAdmin(bootstrap, async (admin) => (await admin.fetchTopicOffsets('memory'))[0]?.high);

/** Whether a client without retries gets an answer. */
async function answersAtOnce(bootstrap: readonly string[]): Promise<boolean> {
  const retry = { retries: 0 };
  const kafka = new Kafka({ brokers: [...bootstrap], logLevel: logLevel.NOTHING, retry });
  const admin = kafka.admin();
  try {
    await admin.connect();
    await admin.listTopics();
    return true;
  } catch {
    return false;
  } finally {
    await admin.disconnect();
  }
}

it('keeps records and ports from one start to the next', async () => {
  const first = await start();
  await remember(first.bootstrap);
  await first.stop();
  expect(first.pids.size).toBe(0);
  const second = await start();
  expect(second.bootstrap).toEqual(first.bootstrap);
  expect(await remembered(second.bootstrap)).toBe('2');
});

it('keeps records when the broker is killed, and returns under the same address', async () => {
  const kafka = await start();
  await remember(kafka.bootstrap);
  await kafka.kill9(1);
  await kafka.restart(1);
  expect(await answersAtOnce(kafka.bootstrap)).toBe(true);
  expect(await remembered(kafka.bootstrap)).toBe('2');
  expect(said.filter((line) => line.includes('has ended unexpectedly'))).toEqual([]);
});

it('ends with its host, even a killed one', async () => {
  const { child, pid } = await host();
  expect(identityOf(pid)).toBeDefined();
  await killed(child);
  await eventually('the broker has ended', () => identityOf(pid) === undefined);
});

it('ends the broker of a killed host at the next start, and no broker of a living host', async () => {
  const { child, pid, bootstrap } = await host(shellThatDoesNothing());
  await remember(bootstrap);
  await expect(start()).rejects.toThrow(`in use: process ${child.pid} runs its Kafka brokers`);
  expect(identityOf(pid)).toBeDefined();

  await killed(child);
  expect(identityOf(pid)).toBeDefined();
  const second = await start();
  expect(said.join('\n')).toContain(`Kafka broker 1 (pid ${pid}) outlived its host`);
  expect(identityOf(pid)).toBeUndefined();
  expect(await remembered(second.bootstrap)).toBe('2');
});

it('removes the cluster of a killed host, but neither a living cluster nor another folder', async () => {
  const { child, pid } = await host(shellThatDoesNothing());
  const remove = (name: string) =>
    removeLocalKafka({ folder: join(folder, name), say: (line) => void said.push(line) });
  await expect(remove('data')).rejects.toThrow('in use');
  await expect(remove('idle')).rejects.toThrow('has no Kafka cluster');
  await killed(child);
  await remove('data');
  expect(identityOf(pid)).toBeUndefined();
  expect(existsSync(join(folder, 'data'))).toBe(false);
  expect(existsSync(join(folder, 'idle'))).toBe(true);
});
