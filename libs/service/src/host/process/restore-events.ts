import { parseArgs } from 'node:util';
import {
  EventImport,
  EventStore,
  migrateDatabase,
  openDatabase,
  restoredDatabase,
} from '@nordgate/event-store';
import type { ImportReport, PublishedEvent, RestoredRows } from '@nordgate/event-store';
import { defined } from '@nordgate/decider';
import { publishedEventOf } from '@nordgate/messaging';
import type { ReceivedMessage } from '@nordgate/messaging';
import { readBatches } from '@nordgate/messaging/kafka';
import type { KafkaSettings } from '@nordgate/messaging/kafka';
import { createLog, logDestination } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { ServiceDefinition } from '../service.js';
import { kafkaSettingsOf } from '../settings/connection-settings.js';
import { databaseUrlOf } from '../settings/mounted-settings.js';
import { DatabaseProgramSettings, KafkaConnectionSettings } from '../settings/process-settings.js';
import { readSettings } from '../settings/read-settings.js';
import type { Environment } from '../settings/read-settings.js';
import { SettingsError } from '../settings/settings-error.js';

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

/**
 * Reads the events of a stopped service back from its topic, into a database that is older than the topic, and ends
 * (docs/adr/0045). `--since <time>` leaves out what was published earlier. One log line has the counts. The exit code is
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
    const report = await restored(service, { url, kafka, since, log });
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
  readonly since: Date | undefined;
  readonly log: Log;
}

async function restored(
  { name, streams, migrations, events: topic, restoredRows }: RestoredService,
  { url, kafka: settings, since, log }: RestoreParts,
): Promise<ImportReport> {
  const database = await openDatabase({ url, applicationName: 'nordgate-restore', migrations });
  try {
    const importing = new EventImport(new EventStore(database, streams), name, restoredRows);
    let [read, page] = [0, Promise.resolve()];
    await readBatches({
      ...{ settings, log, topics: [topic], group: restoreGroup(name) },
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
