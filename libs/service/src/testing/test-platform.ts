import { randomUUID } from 'node:crypto';
import { migratedTestDatabase } from '@nordgate/event-store/testing';
import type { QueriedService } from '@nordgate/contracts/queries';
import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { createLog, Health } from '@nordgate/telemetry';
import { CommandClient, MemoryBus, BusClient } from '@nordgate/messaging';
import type { CommandResult } from '@nordgate/messaging';
import type { Platform } from '../host/platform.js';
import { InProcessQueries } from '../queries/in-process-queries.js';

/** A process for the services under test: a bus, a database per service, and a client. */
export interface TestPlatform extends Platform {
  readonly bus: MemoryBus;
  /** A second connection to a service's database, for assertions. */
  look(service: QueriedService): Database;
  ask(command: TestCommand, deadlineMs?: number): Promise<CommandResult<unknown>>;
  close(): Promise<void>;
}

/** A command for a counter; the id is a new one unless given. */
export interface TestCommand {
  readonly type?: string;
  readonly id?: string;
  readonly stream: string;
  readonly data: unknown;
}

export async function testPlatform(services: readonly QueriedService[]): Promise<TestPlatform> {
  const log = createLog({ app: 'messaging-test', level: 'silent' });
  const bus = new MemoryBus({ log });
  const databases = new Map(
    await Promise.all(services.map(async (name) => [name, await openTest(name)] as const)),
  );
  const client = new CommandClient(new BusClient(bus, '/test'));
  const of = (service: QueriedService) => {
    const found = databases.get(service);
    if (found === undefined) throw new Error(`no database for ${service}`);
    return found;
  };
  return {
    bus,
    queries: new InProcessQueries(),
    log,
    health: new Health(),
    databaseUrl: (service) => of(service).url,
    publishEvents: (...args) => bus.attachEventTable(...args),
    look: (service) => of(service).outside,
    ask: (command, deadlineMs = 10_000) =>
      client.ask('payments.commands.v1', commandOf(command), {
        readView: () => Promise.resolve(undefined),
        deadlineMs,
      }),
    async close() {
      await bus.close();
      for (const { outside, drop } of databases.values()) {
        await outside.close();
        await drop();
      }
    },
  };
}

/** The command as an edge would send it. */
export function commandOf({ type = 'Add', id = randomUUID(), stream, data }: TestCommand) {
  return { type, id, stream, data, meta: { at: '2026-03-01T10:00:00Z', actor: 'test' } };
}

async function openTest(name: string) {
  const { url, drop } = await migratedTestDatabase(`messaging-${name}`, []);
  const options = { url, applicationName: 'messaging-test', migrations: [], poolMax: 2 };
  return { url, drop, outside: await openDatabase(options) };
}
