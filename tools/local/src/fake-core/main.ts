import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { AccountReport, AgreementReport, CustomerReport } from '@nordgate/contracts/core';
import { defined } from '@nordgate/decider';
import { KafkaBus } from '@nordgate/messaging/kafka';
import { supervise } from '@nordgate/service/process';
import {
  KafkaConnectionSettings,
  kafkaSettingsOf,
  readSettings,
  SecretsFolder,
  SecretWatch,
} from '@nordgate/service/settings';
import { createLog, Health } from '@nordgate/telemetry';
import { CoreReadServer } from './core-read-server.js';
import { FakeCore } from './fake-core.js';
import { MANNERS } from './manners.js';

/** What the core has at its start. */
interface Beginning {
  readonly customers?: readonly CustomerReport[];
  readonly agreements?: readonly AgreementReport[];
  readonly accounts?: readonly AccountReport[];
}

/**
 * The fake core as a process: `main.js --brokers=127.0.0.1:9092 --begin=core.json --manner=repeats
 * --delay-ms=500 --approvals=<folder> --read-port=8099`. With the folder of `approvals.pub.pem` it refuses orders that no seal
 * proves. With a port it lets the bank read its books there, and reports no entries. It reads the same `KAFKA_…` variables as the apps, for brokers with TLS and passwords.
 */
async function start() {
  const { values } = parseArgs({
    options: {
      brokers: { type: 'string', default: process.env['KAFKA_BROKERS'] ?? '' },
      begin: { type: 'string' },
      manner: { type: 'string', default: 'well' },
      'delay-ms': { type: 'string', default: '0' },
      approvals: { type: 'string' },
      'read-port': { type: 'string' },
    },
  });
  const manner = MANNERS.find((one) => one === values.manner);
  if (manner === undefined) throw new Error(`--manner is one of: ${MANNERS.join(', ')}`);
  if (values.brokers === '') throw new Error('--brokers is missing');
  const log = createLog({ app: 'fake-core', level: 'warn' });
  const read = readSettings(KafkaConnectionSettings, {
    ...process.env,
    KAFKA_BROKERS: values.brokers,
  });
  const settings = await kafkaSettingsOf({ ...read, NORDGATE_ENVIRONMENT: 'sandbox' }, 'fake-core');
  const bus = new KafkaBus({ settings, log, health: new Health() });
  const watch = new SecretWatch();
  const approvalKeys = await approvalKeysIn(values.approvals, watch);
  const books = await booksAt(values['read-port']);
  const core = new FakeCore({
    ...{ bus, ...defined({ approvalKeys, statements: books?.statements }) },
    reportsEntries: books === undefined,
    delayMs: Number(values['delay-ms']),
    onError: (err) => log.error({ err }, 'the fake core has a fault'),
  });
  core.behave(manner);
  if (values.begin !== undefined) await begin(core, values.begin);
  await core.start();
  // The bank exchanges its keys while the core runs.
  const following = watch.follow(log);
  return {
    addresses: [],
    stop: async () => {
      await following.stop();
      await core.stop();
      await books?.stop();
      await bus.close();
    },
  };
}

async function booksAt(port: string | undefined): Promise<CoreReadServer | undefined> {
  return port === undefined ? undefined : CoreReadServer.start({ port: Number(port) });
}

/** The public keys of sca in a folder, from `approvals.pub.pem`, as they change; undefined without a folder. */
async function approvalKeysIn(folder: string | undefined, watch: SecretWatch) {
  return folder === undefined
    ? undefined
    : new SecretsFolder(folder, watch).publicKeys('approvals');
}

async function begin(core: FakeCore, file: string): Promise<void> {
  const beginning = JSON.parse(await readFile(file, 'utf8')) as Beginning;
  const { customers = [], agreements = [], accounts = [] } = beginning;
  for (const customer of customers) await core.reportCustomer(customer);
  for (const agreement of agreements) await core.reportAgreement(agreement);
  for (const account of accounts) await core.reportAccount(account);
}

await supervise({ name: 'fake core', start });
