/** @jest-environment-options {"ownModules": true} */
import { Logger } from '@nestjs/common';
import { Chance } from '@nordgate/chaos/chance';
import { EventStore, openDatabase } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { contractStreams, describeBusContract } from '@nordgate/messaging/testing';
import { Faults } from '../clock/faults.js';
import { Broker } from './broker.js';
import { SimulatedBus } from './simulated-bus.js';

beforeAll(() => void Logger.overrideLogger(false));

describeBusContract('SimulatedBus', async () => {
  const { url, drop } = await emptyTestDatabase('simulated-contract');
  const events = 'payments.events.v1';
  const outside = await openDatabase({ url, applicationName: 'outside', migrations: [] });
  const broker = new Broker();
  const faults = new Faults(new Chance(1), { rate: 0 });
  const start = async () => {
    const onError = () => undefined;
    const own = await openDatabase({ url, applicationName: 'own', migrations: [] });
    const bus = new SimulatedBus({ broker, faults, onError });
    bus.publishEvents(events, own, contractStreams);
    return { bus, own };
  };
  const processes = [await start()];
  const newest = () => processes.at(-1) as (typeof processes)[number];
  return {
    durableMeans: 'logged',
    commands: 'payments.commands.v1',
    events,
    get bus() {
      return newest().bus;
    },
    store: new EventStore(outside, contractStreams),
    async crash() {
      newest().bus.cut();
      await newest().own.close();
      processes.push(await start());
    },
    async close() {
      await newest().bus.close();
      await Promise.all(processes.map(({ own }) => own.close().catch(() => undefined)));
      await outside.close();
      await drop();
    },
  };
});
