import type { Command } from 'commander';
import type { RunEntry, ServiceStatus, OperatedService } from '@nordgate/contracts/commands';
import { answerOf, askAll } from './ask-all.js';
import type { ServiceAnswer } from './ask-all.js';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { tableOf } from './table.js';

/** How the bank is, in one screen. */
export function addStatusCommand(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  program
    .command('status')
    .description('show health, releases, lag, parked messages, the open run and the databases')
    .option('--json', 'as JSON, for programs')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const [services, runs] = await Promise.all([
        askAll<ServiceStatus>(operations, (service) => ({ name: 'ShowStatus', service })),
        answerOf<readonly RunEntry[]>(operations, { name: 'ListBatchRuns' }),
      ]);
      const openRuns =
        'outcome' in runs ? runs.outcome.filter(({ status }) => status !== 'completed') : undefined;
      const status = { services, openRuns };
      say(json ? JSON.stringify(status, undefined, 2) : statusReport(status, new Date()));
      if (!isWell(status)) throw new OperationRefused('the bank needs somebody');
    });
}

/** How the whole bank is. */
interface BankStatus {
  readonly services: readonly ServiceAnswer<ServiceStatus>[];
  /** Runs that have not ended; undefined when batch gave no answer. */
  readonly openRuns: readonly RunEntry[] | undefined;
}

/** One screen: a row for each service, and below it a line for each thing that somebody should look at. */
export function statusReport({ services, openRuns }: BankStatus, now: Date): string {
  const notes = [...services.flatMap(notesOn), ...releaseNotes(services)];
  const rows = services.map((one) => rowOf(one, now));
  return [
    tableOf(headings, rows),
    '',
    runLine(openRuns),
    ...(notes.length === 0 ? ['nothing to look at'] : notes),
  ].join('\n');
}

/** Whether every service answers, is ready and has nothing parked. */
function isWell({ services }: BankStatus): boolean {
  return services.every((one) => notesOn(one).length === 0);
}

const headings = [
  ...['service', 'state', 'release', 'up', 'parked', 'waiting', 'oldest'],
  ...['projections', 'disk', 'growth'],
];

function rowOf(one: ServiceAnswer<ServiceStatus>, now: Date): readonly string[] {
  if (!('outcome' in one)) return [one.service, 'no answer'];
  const { ready, release, startedAt, parked, lags, projections, disk } = one.outcome;
  const waiting = lags.reduce((sum, { messages }) => sum + messages, 0);
  const oldest = Math.max(0, ...lags.map(({ seconds }) => seconds));
  const late = Math.max(0, ...projections.map(({ lagSeconds = 0 }) => lagSeconds));
  const { growth } = disk;
  return [
    one.service,
    ready ? 'ready' : 'not ready',
    release,
    durationText((now.getTime() - Date.parse(startedAt)) / 1000),
    String(parked.messages),
    lags.length === 0 ? '?' : String(waiting),
    lags.length === 0 ? '?' : durationText(oldest),
    durationText(late),
    bytesText(disk.bytes),
    growth === undefined
      ? '?'
      : `${growth.bytes < 0 ? '' : '+'}${bytesText(growth.bytes)} in ${durationText(growth.seconds)}`,
  ];
}

function notesOn(one: ServiceAnswer<ServiceStatus>): readonly string[] {
  const { service } = one;
  if (!('outcome' in one)) return [`${service} gives no answer: ${one.error}`];
  const { ready, checks, parked, lags, projections } = one.outcome;
  const down = Object.keys(checks).filter((name) => checks[name] === 'down');
  return [
    ...(ready ? [] : [`${service} is not ready: ${down.join(', ') || 'it is stopping'}`]),
    ...(parked.messages === 0 ? [] : [parkedNote(service, one.outcome)]),
    ...lags
      .filter(({ seconds }) => seconds >= lateSeconds)
      .map(({ group, messages, seconds }) => {
        return `${group} is behind: ${counted(messages, 'message')}, ${durationText(seconds)}`;
      }),
    ...projections.flatMap(({ name, state, fault }) => {
      return fault === undefined ? [] : [`projection ${name} of ${service} is ${state}: ${fault}`];
    }),
  ];
}

/** The consumers of a bank that works are at most seconds behind. */
const lateSeconds = 60;

function parkedNote(service: OperatedService, { parked }: ServiceStatus): string {
  const { messages, keys } = parked;
  const size = `${counted(messages, 'message')} of ${counted(keys, 'key')}`;
  return `${service} has parked ${size}: "parked list ${service}"`;
}

/** During an upgrade services run two releases; afterwards one of them was forgotten. */
function releaseNotes(services: BankStatus['services']): readonly string[] {
  const releases = new Set(
    services.flatMap((one) => ('outcome' in one ? [one.outcome.release] : [])),
  );
  return releases.size > 1
    ? [`the services run different releases: ${[...releases].join(', ')}`]
    : [];
}

function runLine(openRuns: BankStatus['openRuns']): string {
  if (openRuns === undefined) return 'whether a run is open is not known: batch gives no answer';
  const open = openRuns.map(({ runId, status, startedAt, counts }) => {
    const since = startedAt === undefined ? '' : ` since ${startedAt}`;
    return `run ${runId} is ${status}${since}, ${String(counts.inProgress)} of ${String(counts.due)} in progress`;
  });
  return open.length === 0 ? 'no run is open' : open.join('\n');
}

const counted = (count: number, what: string) =>
  `${String(count)} ${what}${count === 1 ? '' : 's'}`;

/** Two units at most: `3 d 4 h`, `12 min`, `0 s`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${String(whole)} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${String(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${String(hours)} h ${String(minutes % 60)} min`;
  return `${String(Math.floor(hours / 24))} d ${String(hours % 24)} h`;
}

/** In the largest unit that leaves at least one: `12.4 MB`. */
export function bytesText(bytes: number): string {
  let rest = bytes;
  let unit = 0;
  while (Math.abs(rest) >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? String(rest) : rest.toFixed(1)} ${units[unit] ?? ''}`;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'];
