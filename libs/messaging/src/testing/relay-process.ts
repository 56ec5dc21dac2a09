import { openDatabase } from '@nordgate/event-store';
import { createLog } from '@nordgate/telemetry';
import { KafkaBus } from '../kafka/kafka-bus.js';
import { contractStreams } from './bus-harness.js';

/**
 * A process that only relays events: `node relay-process.js <database url> <brokers>`. Tests start
 * several of them and kill them.
 */
async function main(url: string, brokers: string): Promise<void> {
  const log = createLog({ app: 'relay-process', level: 'silent' });
  const database = await openDatabase({
    url,
    applicationName: 'relay-process',
    migrations: [],
    poolMax: 4,
  });
  database.pool.on('error', () => undefined);
  const settings = { brokers: brokers.split(','), clientId: 'relay-process' };
  new KafkaBus({ settings, log }).publishEvents('accounts.events.v1', database, contractStreams);
  process.stdout.write('relaying\n');
}

const [, , url = '', brokers = ''] = process.argv;
await main(url, brokers);
