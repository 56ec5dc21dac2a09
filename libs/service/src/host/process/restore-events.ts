import { parseArgs } from 'node:util';
import {
  EventArchive,
  EventImport,
  EventStore,
  migrateDatabase,
  openDatabase,
  readExport,
  restoredDatabase,
} from '@nordgate/event-store';
import type {
  ImportReport,
  ObjectStore,
  PublishedEvent,
  RestoredRows,
} from '@nordgate/event-store';
import { defined } from '@nordgate/decider';
import { publishedEventOf } from '@nordgate/messaging';
import type { ReceivedMessage } from '@nordgate/messaging';
import { readBatches } from '@nordgate/messaging/kafka';
import type { KafkaSettings } from '@nordgate/messaging/kafka';
import { createLog, logDestination } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { objectStoreOf } from '../export/export-store.js';
import { SecretWatch } from '../secrets/secret-watch.js';
import type { ServiceDefinition } from '../service.js';
import { kafkaSettingsOf } from '../settings/connection-settings.js';
import { databaseUrlOf } from '../settings/mounted-settings.js';
import { DatabaseProgramSettings, KafkaConnectionSettings } from '../settings/process-settings.js';
import { readSettings, SettingsError } from '../settings/read-settings.js';
import type { Environment } from '../settings/read-settings.js';

/** A service whose events are read back from its topic. */
export interface RestoredService extends Pick<
  ServiceDefinition,
  'name' | 'streams' | 'migrations' | 'events'
> {
  /** The rows of commands that are written again with their events. */
  readonly restoredRows?: RestoredRows;
}

/** The part of Node's `process` that the program needs. */
interface OwnProcess {
  readonly argv: readonly string[];
  exitCode?: number | string | null | undefined;
}

/** The consumer group that reads the events of a service back. */
export const restoreGroup = (service: string) => `${service}.restore`;

const pageMax = 500;
const reportEvery = 10_000;
const partsPerReport = 10;

/**
 * Reads the events of a stopped service back from its export, if it has one, and then from its topic, into a database
 * that is older, and ends (docs/adr/0045, 0058). `--since <time>` leaves out what was published earlier. One log line has the counts. The exit code is
 * 1, with the reason in a log line, when something failed, and when a stream could not be restored as a whole. It may be
 * run again.
 */
export async function runEventRestore(
  service: RestoredService,
  env: Environment,
  own: OwnProcess = process,
  given?: Log,
): Promise<void> {
  const form = env['LOG_FORMAT'] === 'text' ? 'text' : 'json';
  const log = given ?? createLog({ app: service.name, destination: logDestination(form) });
  try {
    const since = sinceIn(own.argv.slice(2));
    const settings = readSettings(DatabaseProgramSettings, env);
    const brokers = readSettings(KafkaConnectionSettings, env);
    log.level = settings.LOG_LEVEL;
    const url = await databaseUrlOf(settings);
    const kafka = await kafkaSettingsOf({ ...settings, ...brokers }, `nordgate-${service.name}`);
    await migrateDatabase(url, service.migrations);
    await refuseOthers(url);
    const [exported, archived] = await Promise.all([
      objectStoreOf('EXPORT_STORE_FILE', settings, new SecretWatch()),
      objectStoreOf('ARCHIVE_STORE_FILE', settings, new SecretWatch()),
    ]);
    const archive = archived && new EventArchive(archived);
    const parts = { url, kafka, store: exported?.value, archive, since, log };
    const report = await restored(service, parts);
    if (!reportOn(report, log)) own.exitCode = 1;
  } catch (error) {
    own.exitCode = 1;
    if (error instanceof SettingsError) log.fatal({ faults: error.faults }, cannot);
    else log.fatal({ err: error }, cannot);
  }
}

const cannot = 'the events cannot be restored';

function sinceIn(args: string[]): Date | undefined {
  const { since } = parseArgs({ args, options: { since: { type: 'string' } } }).values;
  if (since === undefined) return undefined;
  const time = new Date(since);
  const isWhole = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(since);
  if (isWhole && !Number.isNaN(time.getTime())) return time;
  throw new SettingsError('--since has to be a date and time with its offset from UTC');
}

/** @throws SettingsError while anybody uses the database */
async function refuseOthers(url: string): Promise<void> {
  const { database, sessions } = await restoredDatabase(url);
  if (sessions.length === 0) return;
  const who = [...new Set(sessions)].join(', ');
  throw new SettingsError(`${database} is in use by ${who}: stop every replica first`);
}

interface RestoreParts {
  readonly url: string;
  readonly kafka: KafkaSettings;
  /** The export, if there is one. */
  readonly store: ObjectStore | undefined;
  /** The archive, if there is one: a stream whose state an older release has written is folded from there. */
  readonly archive: EventArchive | undefined;
  readonly since: Date | undefined;
  readonly log: Log;
}

async function restored(
  { name, streams, migrations, events: topic, restoredRows }: RestoredService,
  { url, kafka: settings, store, archive, since, log }: RestoreParts,
): Promise<ImportReport> {
  const applicationName = 'nordgate-restore';
  const database = await openDatabase({
    url,
    applicationName,
    migrations,
    ...defined({ archive }),
  });
  try {
    const importing = new EventImport(new EventStore(database, streams), name, restoredRows);
    if (store !== undefined) await importExport(importing, { store, service: name, log });
    let [read, page] = [0, Promise.resolve()];
    await readBatches({
      settings,
      log,
      topics: [topic],
      group: restoreGroup(name),
      ...defined({ since }),
      // Partitions are read at the same time, and their pages are imported one after the other.
      take: (_topic, messages) => {
        page = page.then(async () => {
          for (let at = 0; at < messages.length; at += pageMax) {
            await importing.take(messages.slice(at, at + pageMax).map(eventIn));
          }
          const before = read;
          read += messages.length;
          const isDue = Math.floor(before / reportEvery) < Math.floor(read / reportEvery);
          if (isDue) log.info({ read }, 'reading the events of the topic');
        });
        return page;
      },
    });
    return await importing.finish();
  } finally {
    await database.close();
  }
}

/** Imports all parts of the export. A part that is missing shows as versions that are missing, unless the topic has them. Throws as `readExport`. */
async function importExport(
  importing: EventImport,
  { store, service, log }: { store: ObjectStore; service: string; log: Log },
): Promise<void> {
  let [parts, events] = [0, 0];
  const parted = readExport(store, service, ({ number, is }) =>
    log.error({ part: number, fault: is }, 'the export is not whole'),
  );
  for await (const part of parted) {
    if (part.left !== undefined) await importing.leave(part.left);
    for (let at = 0; at < part.events.length; at += pageMax) {
      await importing.take(part.events.slice(at, at + pageMax));
    }
    parts += 1;
    events += part.events.length;
    if (parts % partsPerReport === 0) log.info({ parts, events }, 'reading the export');
  }
  log.info({ parts, events }, 'the export was read');
}

/** @throws Error with the place of a message that is not an event */
function eventIn(message: ReceivedMessage): PublishedEvent {
  try {
    return publishedEventOf(message);
  } catch (cause) {
    const place = `partition ${String(message.partition)}, offset ${message.offset}`;
    throw new Error(`${place}: ${(cause as Error).message}`, { cause });
  }
}

/** One line for the counts, and one for each kind of fault. @returns whether there was no fault */
function reportOn(
  { forks, gaps, refused, incomplete, ...counts }: ImportReport,
  log: Log,
): boolean {
  log.info(counts, 'the events were restored');
  if (incomplete.length > 0) log.warn({ faults: firstOf(incomplete) }, publishedInPart);
  const faults = [
    ...[...forks].map(
      ([stream, at]) => `${stream} has another event than the topic at ${String(at)}`,
    ),
    ...[...gaps].map(
      ([stream, at]) => `${stream} lacks version ${String(at)}: begin earlier (--since)`,
    ),
    ...refused.map((stream) => `${stream} needs a claim that another stream holds`),
  ];
  if (faults.length > 0) log.error({ faults: firstOf(faults) }, 'some streams were not restored');
  return faults.length === 0;
}

const publishedInPart =
  'the last command of these streams was published in part: it is decided again';

function firstOf(all: readonly string[]): readonly string[] {
  const left = all.length - shownMax;
  return [...all.slice(0, shownMax), ...(left > 0 ? [`and ${String(left)} more`] : [])];
}

const shownMax = 20;
