import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planCluster } from './broker-plan.js';
import { freePorts, isFree } from '../host/free-ports.js';
import { kafkaFolder } from './kafka-folder.js';
import type { KafkaFolder } from './kafka-folder.js';

let folder: KafkaFolder;
const said: string[] = [];
const servers: Server[] = [];
beforeEach(() => {
  said.length = 0;
  folder = kafkaFolder(mkdtempSync(join(tmpdir(), 'nordgate-plan-')));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
  rmSync(folder.root, { recursive: true });
});

const plan = (brokers: number, ports?: readonly number[]) =>
  planCluster(folder, { brokers, ...(ports && { ports }) }, (line) => void said.push(line));

async function occupy(port: number): Promise<void> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
}

it('keeps the id and the ports of a cluster, and no two ports are the same', async () => {
  const first = await plan(3);
  const ports = first.nodes.flatMap(({ port, controllerPort }) => [port, controllerPort]);
  expect(new Set(ports).size).toBe(6);
  expect(first.nodes.map(({ node }) => node)).toEqual([1, 2, 3]);
  expect(await plan(3)).toEqual(first);
  expect(said).toEqual([]);
});

it('gives different clusters different ids, which Kafka can read', async () => {
  const { id } = await plan(1);
  expect(id).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/);
  rmSync(folder.cluster);
  expect((await plan(1)).id).not.toBe(id);
});

it('moves to other ports when one is taken, and reports it', async () => {
  const first = await plan(3);
  await occupy(first.nodes[1]!.controllerPort);
  const second = await plan(3);
  expect(second.id).toBe(first.id);
  expect(second.nodes).not.toEqual(first.nodes);
  expect(said).toEqual(['the brokers listen on other ports than the last time']);
});

it('uses exactly the requested ports', async () => {
  const ports = await freePorts(3);
  expect((await plan(3, ports)).nodes.map(({ port }) => port)).toEqual(ports);
  await expect(plan(3, ports.slice(1))).rejects.toThrow('3 brokers need 3 different ports');
  await expect(plan(3, [ports[0]!, ports[0]!, ports[1]!])).rejects.toThrow('different ports');
  await occupy(ports[2]!);
  await expect(plan(3, ports)).rejects.toThrow(`port ${ports[2]} is taken by another program`);
});

it('rejects another number of brokers for an existing cluster', async () => {
  await plan(1);
  await expect(plan(3)).rejects.toThrow('has a cluster of 1, not of 3');
});

it('offers only free ports below the ephemeral range', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  expect(ports.every((port) => port >= 20_000 && port < 30_000)).toBe(true);
  await occupy(ports[0]!);
  expect(await isFree(ports[0]!)).toBe(false);
  expect(await isFree(ports[1]!)).toBe(true);
});
