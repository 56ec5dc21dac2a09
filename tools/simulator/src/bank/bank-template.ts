import { GetWorld } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { BusClient, CommandClient } from '@nordgate/messaging';
import { migrateDatabase } from '@nordgate/event-store';
import { Chance } from '@nordgate/chaos/chance';
import { Broker } from '../bus/broker.js';
import { Faults } from '../clock/faults.js';
import { seedRandomness } from '../clock/seeded-randomness.js';
import { SimulatedClock } from '../clock/simulated-clock.js';
import { tpp } from '../workload/derived-ids.js';
import { BankProcess } from './bank-process.js';
import type { BankDatabases, DatabaseServer } from './database-server.js';
import { setWeather } from './driver.js';
import { closeAll, openOutside } from './open-databases.js';
import { awaitRest } from './rest.js';
import { services } from './service-names.js';
import { definitions, SimulatedBank } from './simulated-bank.js';
import { QueryNetwork } from './simulated-queries.js';

/** A bank with the known customers, from which each seed begins. */
export interface BankTemplate {
  readonly databases: BankDatabases;
  readonly broker: Broker;
  /** The generation of the TPP's world. */
  readonly generation: number;
  /** Milliseconds since 1970. */
  readonly endMs: number;
}

const limitMs = 120_000;

/** Migrates databases and lets the world of the TPP begin on them, without faults. */
export async function makeTemplate(
  server: DatabaseServer,
  trace: (line: string) => void = () => undefined,
): Promise<BankTemplate> {
  seedRandomness(0);
  setWeather(undefined);
  const databases = await server.create();
  const clock = SimulatedClock.install(server.beginMs());
  const migrating = services.map((name) =>
    migrateDatabase(databases.url(name), definitions[name].migrations),
  );
  await clock.run(Promise.all(migrating), limitMs);
  const faults = new Faults(new Chance(0), { rate: 0 });
  setWeather({ faults, onCall: () => undefined });
  const broker = new Broker();
  const surroundings = {
    broker,
    faults,
    network: new QueryNetwork(faults),
    databaseUrl: databases.url,
    trace,
    onCall: () => undefined,
  };
  const bank = new SimulatedBank({ surroundings, cut: server.cut });
  await clock.run(bank.start(), limitMs);
  const gateway = new BankProcess('gateway', surroundings);
  const generation = await clock.run(
    gateway.owner.run(() => beginWorld(gateway)),
    limitMs,
  );
  const outside = openOutside(databases);
  await clock.run(awaitRest(outside, broker), limitMs);
  bank.end();
  gateway.kill();
  await clock.run(closeAll(outside), limitMs);
  return { databases, broker: broker.clone(), generation, endMs: Date.now() };
}

async function beginWorld(gateway: BankProcess): Promise<number> {
  const client = new BusClient(gateway.bus, 'gateway');
  await client.connect();
  const stream = streams.sandbox.id('default');
  const meta = { at: new Date().toISOString(), actor: tpp };
  const command = { id: `${stream}/first`, type: 'InitialiseWorld', stream, data: { tpp }, meta };
  const readView = () => Promise.resolve(undefined);
  await new CommandClient(client).ask('accounts.commands.v1', command, { readView });
  const world = await gateway.platform.queries.ask(new GetWorld({ tpp }));
  if (world === null) throw new Error('the world of the TPP has not begun');
  return world.generation;
}
