import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@nordgate/event-store';
import { emptyTestDatabase, testDatabase } from '@nordgate/event-store/testing';
import { BusClient, CommandClient } from '@nordgate/messaging';
import { freePorts, startLocalKafka } from '@nordgate/local/kafka';
import { createTopics, KafkaBus } from '@nordgate/messaging/kafka';
import { makeSecrets } from '@nordgate/service/new-secrets';
import { HttpQueries, Stoppables } from '@nordgate/service/process';
import { SecretsFolder } from '@nordgate/service/settings';
import type { SigningKey } from '@nordgate/service/settings';
import { createLog } from '@nordgate/telemetry';
import { appendForeign } from '@nordgate/service/testing';
import { OwnProcess } from './own-process.fixture.js';
import type { Neighbour, RacingBaskets, Side } from './racing-baskets.js';

const log = createLog({ app: 'baskets-test', level: 'silent' });

/**
 * Two processes of the service as in production: one database, their own broker, and what
 * happens to payments comes over their topic. A command goes to the process that has its partition.
 */
export async function basketsOnKafka(): Promise<RacingBaskets> {
  const running = new Stoppables();
  try {
    return { ...(await open(running)), stop: () => running.stop() };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** What is added to `running` last is stopped first. */
async function open(running: Stoppables): Promise<Omit<RacingBaskets, 'stop'>> {
  const folder = await mkdtemp(join(tmpdir(), 'nordgate-baskets-'));
  running.add({ stop: () => rm(folder, { recursive: true, force: true }) });
  const { url, drop } = await emptyTestDatabase('racing_baskets');
  running.add({ stop: drop });
  const neighbours = {
    'payments.events.v1': await testDatabase('racing_payments'),
    'sca.events.v1': await testDatabase('racing_sca'),
  };
  for (const one of Object.values(neighbours)) running.add({ stop: () => one.close() });
  const bus = await openBus(folder, running);
  const secrets = join(folder, 'secrets');
  await makeSecrets(secrets);
  const env = {
    ...{ KAFKA_BROKERS: bus.brokers.join(','), NORDGATE_SECRETS_DIR: secrets },
    ...{ NORDGATE_ENVIRONMENT: 'sandbox' },
    ...{ DATABASE_URL: url, LOG_LEVEL: 'error' },
  };
  const key = await new SecretsFolder(secrets).signingKey('internal-gateway');
  // The first one makes the tables.
  const [first = 0, second = 0] = await freePorts(2);
  const one = await startProcess(first, { env, key, running });
  const other = await startProcess(second, { env, key, running });
  const database = await openDatabase({
    ...{ url, applicationName: 'racing-test', migrations: [], poolMax: 2 },
  });
  running.add({ stop: () => database.close() });
  for (const [topic, one] of Object.entries(neighbours)) {
    bus.publishEvents(topic as Neighbour, one);
  }
  const client = new BusClient(bus, '/test');
  running.add({ stop: () => client.close() });
  await client.connect();
  const send = senderOf(client);
  return {
    one: { send, ask: one.ask },
    other: { send, ask: other.ask },
    database,
    approvalKey: await new SecretsFolder(secrets).signingKey('approvals'),
    decided: () => Promise.all([one.process.decided(), other.process.decided()]),
    happens: (topic, ...event) => appendForeign(neighbours[topic], ...event),
  };
}

async function openBus(folder: string, running: Stoppables) {
  const options = { folder: join(folder, 'kafka'), brokers: 1, say: () => undefined } as const;
  const kafka = await startLocalKafka(options);
  running.add({ stop: () => kafka.stop() });
  const brokers = [...kafka.bootstrap];
  const settings = { brokers, clientId: 'baskets-test' };
  await createTopics({ settings, log, replicationFactor: 1 });
  const bus = new KafkaBus({ settings, log });
  running.add({ stop: () => bus.close() });
  return Object.assign(bus, { brokers });
}

interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly key: SigningKey;
  readonly running: Stoppables;
}

async function startProcess(port: number, { env, key, running }: Surroundings) {
  const process = await OwnProcess.start(port, env);
  running.add({ stop: () => process.stop() });
  const queries = new HttpQueries({ caller: 'gateway', key, addresses: { baskets: process.url } });
  running.add({ stop: () => queries.close() });
  const ask: Side['ask'] = (query) => queries.ask(query);
  return { process, ask };
}

/** Waits for the outcome that the deciding process sends back. */
function senderOf(client: BusClient): Side['send'] {
  const commands = new CommandClient(client);
  return (command) =>
    commands.ask('baskets.commands.v1', command, {
      readView: () => Promise.resolve(undefined),
      deadlineMs: 30_000,
    });
}
