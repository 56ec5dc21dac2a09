import { Logger } from '@nestjs/common';
import { EventStore, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { createLog } from '@nordgate/telemetry';
import { contractStreams } from '../testing/bus-harness.js';
import { describeBusContract } from '../testing/bus-contract.js';
import { CuttableSockets } from '../testing/cuttable-sockets.js';
import { CrashableBus } from '../testing/crashable-bus.js';
import { KafkaBus } from './kafka-bus.js';
import { createTopics } from './topic-admin.js';

const log = createLog({ app: 'messaging-test', level: 'silent' });
const brokers = (process.env['NORDGATE_TEST_KAFKA'] ?? '').split(',');
const settings = { brokers, clientId: 'messaging-test' };
const commands = 'payments.commands.v1';
const events = 'payments.events.v1';

beforeAll(async () => {
  Logger.overrideLogger(false);
  await createTopics({ settings, log, replicationFactor: 1 });
});

/** The buses of crashed processes close while the next cases run: each looks for brokers for seconds. */
const crashed: Promise<void>[] = [];
afterAll(() => Promise.all(crashed));

describeBusContract('KafkaBus', async () => {
  const { url, drop } = await emptyTestDatabase('kafka-contract');
  const outside = await open(url, 'outside');
  const processes = [await SimulatedProcess.start(url, outside)];
  return {
    durableMeans: 'logged',
    commands,
    events,
    get bus() {
      return (processes.at(-1) as SimulatedProcess).bus;
    },
    store: new EventStore(outside, contractStreams),
    async crash() {
      const ended = processes.splice(0);
      await Promise.all(ended.map((one) => one.crash()));
      crashed.push(...ended.map((one) => one.dispose()));
      processes.push(await SimulatedProcess.start(url, outside));
    },
    async close() {
      await Promise.all(processes.map((one) => one.dispose()));
      await outside.close();
      await drop();
    },
  };
});

/** A simulated process: a crash ends its connections to the brokers and to the database. */
class SimulatedProcess {
  private static count = 0;

  private constructor(
    readonly bus: CrashableBus,
    private readonly name: string,
    private readonly own: Database,
    private readonly outside: Database,
  ) {}

  static async start(url: string, outside: Database): Promise<SimulatedProcess> {
    const name = `process-${String((SimulatedProcess.count += 1))}`;
    const own = await open(url, name);
    own.pool.on('error', () => undefined);
    const sockets = new CuttableSockets();
    const bus = new KafkaBus({
      ...{ settings: { ...settings, socketFactory: sockets.factory }, log },
      // The process after a crash waits so long for the partitions of the one before.
      sessionMs: 4000,
    });
    bus.publishEvents(events, own, contractStreams);
    return new SimulatedProcess(new CrashableBus(bus, () => sockets.cut()), name, own, outside);
  }

  async crash(): Promise<void> {
    this.bus.crash();
    void this.own.close();
    await this.outside.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = any ($1)',
      [[this.name, `${this.name} leader`]],
    );
  }

  async dispose(): Promise<void> {
    await this.bus.dispose();
    await this.own.close().catch(() => undefined);
  }
}

function open(url: string, applicationName: string): Promise<Database> {
  return openDatabase({ url, applicationName, migrations: [], poolMax: 4 });
}
