import { Logger } from '@nestjs/common';
import { EventStore, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { createLog } from '@nordgate/telemetry';
import { contractStreams } from '../testing/bus-harness.js';
import { describeBusContract } from '../testing/bus-contract.js';
import { CuttableSockets } from '../testing/cuttable-sockets.js';
import { MortalBus } from '../testing/mortal-bus.js';
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

describeBusContract('KafkaBus', async () => {
  const { url, drop } = await emptyTestDatabase('kafka-contract');
  const outside = await open(url, 'outside');
  const lives = [await Life.begin(url, outside)];
  return {
    durableMeans: 'logged',
    commands,
    events,
    get bus() {
      return (lives.at(-1) as Life).bus;
    },
    store: new EventStore(outside, contractStreams),
    async crash() {
      await lives.at(-1)?.end();
      lives.push(await Life.begin(url, outside));
    },
    async close() {
      await Promise.all(lives.map((life) => life.bury()));
      await outside.close();
      await drop();
    },
  };
});

/** One life of a process: its connections to the brokers and to the database end with it. */
class Life {
  private static count = 0;

  private constructor(
    readonly bus: MortalBus,
    private readonly name: string,
    private readonly own: Database,
    private readonly outside: Database,
  ) {}

  static async begin(url: string, outside: Database): Promise<Life> {
    const name = `life-${String((Life.count += 1))}`;
    const own = await open(url, name);
    own.pool.on('error', () => undefined);
    const sockets = new CuttableSockets();
    const bus = new KafkaBus({ settings: { ...settings, socketFactory: sockets.factory }, log });
    bus.publishEvents(events, own, contractStreams);
    return new Life(new MortalBus(bus, () => sockets.cut()), name, own, outside);
  }

  async end(): Promise<void> {
    this.bus.die();
    void this.own.close();
    await this.outside.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
      [this.name],
    );
  }

  async bury(): Promise<void> {
    await this.bus.bury();
    await this.own.close().catch(() => undefined);
  }
}

function open(url: string, applicationName: string): Promise<Database> {
  return openDatabase({ url, applicationName, migrations: [], poolMax: 4 });
}
