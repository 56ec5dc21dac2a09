import { createSecretKey, randomUUID } from 'node:crypto';
import type { QueryBus } from '@nestjs/cqrs';
import { defaultTimers } from '@nordgate/contracts/profile';
import type { AuthorisedResource, Initiator, ScaEvent } from '@nordgate/contracts/events';
import { inGeneration } from '@nordgate/contracts/rules';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import type { Command } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { migratedTestDatabase } from '@nordgate/event-store/testing';
import { commandMessage, eventOf, MemoryBus } from '@nordgate/messaging';
import { InProcessQueries } from '@nordgate/service';
import { testApprovalKey, testApprovals } from '@nordgate/contracts/testing';
import type { Bus, Consumer, ReceivedMessage, Slice } from '@nordgate/messaging';
import type { Platform } from '@nordgate/service';
import { createLog, Health } from '@nordgate/telemetry';
import { scaMigrations } from '../sca.module.js';
import { startSandboxSca } from '../sandbox/sca.sandbox.js';
import type { ScaSettings } from '../sca.settings.js';
import { hashOf } from '../site/security/tokens.js';
import { idKeys } from './agreement-ids.js';
import { anInitiator, aPayment, linkToken } from './an-authorisation.js';
import { FakeBank } from './fake-bank.js';
import { otherService } from './other-services.int.js';
import type { OtherService } from './other-services.int.js';
import { TestBrowser } from './test-browser.js';

/** The service with its site, among fakes of the other services. */
export interface TestSca extends Hand {
  readonly url: string;
  readonly bank: FakeBank;
  readonly queries: InProcessQueries;
  readonly payments: OtherService;
  readonly baskets: OtherService;
  /** The lines of the log. */
  readonly lines: readonly string[];
  readonly database: Database;
  /** Address of its database, for another instance. */
  readonly databaseUrl: string;
  newBrowser(): TestBrowser;
  stop(): Promise<void>;
}

interface Hand {
  /** Sends a command as the gateway does; `at` may be in the past. */
  tell(command: SentCommand, at?: Date): Promise<void>;
  /** Gives the service an internal command, as its site and its reactions do. */
  decide(command: SentCommand, at?: Date): Promise<void>;
  /** Opens an authorisation, in generation 0 by default. Returns its id. */
  open(change?: Partial<Opening>, at?: Date): Promise<string>;
}

type SentCommand = Pick<Command, 'type' | 'stream' | 'data'>;

interface Opening {
  readonly generation: number;
  readonly resource: AuthorisedResource;
  readonly initiator: Initiator;
}

/** The key of form tokens and browser secrets. */
export const cookieKey = createSecretKey(Buffer.alloc(32, 2));

/** The codes of the sandbox's method, form tokens and browser secrets. */
export const siteKeys = {
  code: { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 1)) } },
  cookies: { current: 'A', keys: { A: cookieKey } },
};

const settings: ScaSettings = {
  host: '127.0.0.1',
  port: 0,
  environment: 'sandbox',
  timers: defaultTimers,
  wait: () => Promise.resolve(),
  linkWaitMs: 0,
  approvals: testApprovals,
  keys: { ...siteKeys, ids: idKeys, approvals: testApprovalKey },
};

/** Starts the service for one test file, with its own databases. */
export async function startTestSca(
  change: Partial<ScaSettings> = {},
  /** Commands that wait in the broker before the service starts. */
  waiting: readonly ReceivedMessage[] = [],
  /** The database of another instance, which has to stop later. */
  shared?: string,
  windows: readonly MaintenanceWindow[] = [],
): Promise<TestSca> {
  const { url: databaseUrl, drop } = await databaseAt(shared);
  const { lines, log } = keptLog();
  const bus = new MemoryBus({ log });
  const bank = new FakeBank(windows);
  const queries = queriesOf(bank);
  const databases: Database[] = [];
  let takeCommands: Consumer['handle'] | undefined;
  const platform: Platform = {
    bus: busWith(bus, { waiting, take: (handle) => (takeCommands = handle) }),
    queries,
    log,
    health: new Health(),
    ...{ databaseUrl: () => databaseUrl, databasePoolMax: 4 },
    publishEvents: (topic, from, types) => {
      databases.push(from);
      bus.attachEventTable(topic, from, types);
    },
  };
  const payments = await otherService(bus, 'payments.events.v1', 'payment');
  const baskets = await otherService(bus, 'baskets.events.v1', 'basket');
  const accounts = await otherService(bus, 'accounts.events.v1', 'world');
  const stopOthers = async () => {
    await bus.close();
    await Promise.all([payments.stop(), baskets.stop(), accounts.stop()]);
    await drop();
  };
  const sca = await startSandboxSca(platform, { ...settings, ...change }).catch((error: unknown) =>
    stopOthers().then(() => Promise.reject(error as Error)),
  );
  await settleInFake(bus, bank);
  const [database] = databases as [Database];
  const seen = { url: sca.url, bank, queries, payments, baskets, lines, database, databaseUrl };
  return {
    ...seen,
    newBrowser: () => new TestBrowser(sca.url),
    ...handOn(bus, (slice) => takeCommands?.(slice)),
    async stop() {
      await sca.stop();
      await stopOthers();
    },
  };
}

/** A log whose lines stay in memory. */
function keptLog() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { lines, log: createLog({ app: 'test', destination }) };
}

/** The database of another instance, which drops it; or an empty one. */
async function databaseAt(shared: string | undefined) {
  return shared === undefined
    ? migratedTestDatabase('site_sca', scaMigrations)
    : { url: shared, drop: () => Promise.resolve() };
}

interface Tapped {
  readonly waiting: readonly ReceivedMessage[];
  /** Gets what takes the commands of the service. */
  readonly take: (handle: Consumer['handle']) => void;
}

function busWith(bus: MemoryBus, { waiting, take }: Tapped): Bus {
  return {
    system: bus.system,
    publish: (...args) => bus.publish(...args),
    noteEnd: (of) => bus.noteEnd(of),
    openReplies: (receive) => bus.openReplies(receive),
    reply: (...args) => bus.reply(...args),
    close: () => bus.close(),
    async consume(consumer: Consumer) {
      const { topic } = consumer;
      if (topic === 'sca.commands.v1') take((slice) => consumer.handle(slice));
      if (topic === 'sca.commands.v1' && waiting.length > 0) {
        await consumer.handle({ topic, messages: waiting });
      }
      return bus.consume(consumer);
    },
  };
}

function queriesOf(bank: FakeBank): InProcessQueries {
  const queries = new InProcessQueries();
  for (const service of ['accounts', 'payments', 'baskets'] as const) {
    queries.register(service, bank.queriesOf(service) as unknown as QueryBus);
  }
  return queries;
}

function handOn(bus: MemoryBus, take: (slice: Slice) => Promise<void> | undefined): Hand {
  const messageOf = ({ type, stream, data }: SentCommand, at = new Date()) => {
    const meta = { at: at.toISOString(), actor: 'PSDNO-FSA-1' };
    return commandMessage({ id: randomUUID(), type, stream, data, meta }, '/test');
  };
  const tell: Hand['tell'] = (...command) =>
    bus.publish('sca.commands.v1', [messageOf(...command)]);
  return {
    tell,
    async decide(...command) {
      const place = { partition: 0, offset: randomUUID() };
      // As LocalCommands names it: no topic of a bus.
      const topic = 'local' as Slice['topic'];
      await take({ topic, messages: [{ ...messageOf(...command), ...place }] });
    },
    async open({ resource = aPayment, initiator = anInitiator(), generation = 0 } = {}, at) {
      const id = inGeneration(randomUUID().replaceAll('-', ''), generation);
      const data = { resource, initiator, tokenHash: hashOf(linkToken) };
      await tell({ type: 'OpenAuthorisation', stream: `authorisation-${id}`, data }, at);
      return id;
    },
  };
}

/** Lets the payments of the fake bank follow the decisions of PSUs. */
async function settleInFake(bus: MemoryBus, bank: FakeBank): Promise<void> {
  await bus.consume({
    topic: 'sca.events.v1',
    group: 'test.settle',
    handle: ({ messages }) => {
      for (const message of messages) {
        const { event, stream } = eventOf(message);
        bank.settle(event as ScaEvent, stream);
      }
      return Promise.resolve();
    },
  });
}
