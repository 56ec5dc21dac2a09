import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareBroker } from './broker-data.js';
import { planCluster } from './broker-plan.js';
import type { ClusterPlan } from './broker-plan.js';
import { kafkaFolder } from './kafka-folder.js';
import type { KafkaFolder } from './kafka-folder.js';
import { kafkaJars } from './kafka-jars.js';
import { LocalCluster } from './local-cluster.js';
import { startLocalKafka } from './local-kafka.js';

const say = () => undefined;

let folder: KafkaFolder;
let plan: ClusterPlan;
let cluster: LocalCluster;

beforeEach(async () => {
  folder = kafkaFolder(mkdtempSync(join(tmpdir(), 'nordgate-kafka-failed-')));
  const code = { jars: await kafkaJars(say, process.env) };
  plan = await planCluster(folder, { brokers: 1 }, say);
  await prepareBroker({ folder, plan, security: 'plaintext', code }, 1);
  cluster = new LocalCluster({ folder, code, compiled: 'quickly', plan, ca: undefined, say });
});
afterEach(async () => {
  await cluster.stop();
  rmSync(folder.root, { recursive: true });
});

it('quotes the log of a broker that does not start, and releases the folder', async () => {
  writeFileSync(join(folder.node(1).data, 'meta.properties'), 'version=none\n');
  const again = () => startLocalKafka({ folder: folder.root, brokers: 1, say });
  await expect(again()).rejects.toThrow(/^Kafka broker 1 did not start: .*meta\.properties/);
  await expect(again()).rejects.toThrow(/^Kafka broker 1 did not start: /);
});

it('reports a port that was taken after it was chosen', async () => {
  const closed = (socket: Socket) => void socket.destroy();
  const other = createServer(closed).listen(plan.nodes[0]?.port, '127.0.0.1');
  try {
    await expect(cluster.start()).rejects.toThrow('Address already in use');
  } finally {
    await new Promise((done) => other.close(done));
  }
});

it('does not mistake a broker of another cluster at its address for its own', async () => {
  const neighbour = kafkaFolder(join(folder.root, 'neighbour'));
  const ports = plan.nodes.map(({ port }) => port);
  const other = await startLocalKafka({ folder: neighbour.root, brokers: 1, ports, say });
  try {
    await expect(cluster.start()).rejects.toThrow('Address already in use');
  } finally {
    await other.stop();
  }
});
