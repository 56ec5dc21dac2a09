import { setTimeout as sleep } from 'node:timers/promises';
import type {
  OperatedService,
  ProjectionEntry,
  RebuildOutcome,
} from '@nordgate/contracts/commands';
import type { Command } from 'commander';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { dryRunOption, reasonOption, serviceArgument } from './arguments.js';
import type { DryRun, Reason } from './arguments.js';
import { tableOf } from './table.js';

/** The read side of a service: its projections and its inline views. */
export function addProjectionCommands(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  const projection = program
    .command('projection')
    .description('tables that follow the events of a service, and its inline views');
  projection
    .command('list')
    .description('show how they stand')
    .addArgument(serviceArgument())
    .action(async (service: OperatedService) => {
      const outcome = await operations.run({ name: 'ListProjections', service });
      const entries = outcome as readonly ProjectionEntry[];
      say(tableOf(headings, entries.map(rowOf)));
      const stopped = entries.find(({ fault }) => fault !== undefined);
      if (stopped) throw new OperationRefused(`${stopped.name} stands still`);
    });
  projection
    .command('rebuild')
    .description('fill it again from the first event, while queries go on')
    .addArgument(serviceArgument())
    .argument('<projection>', 'its name in the list')
    .addOption(dryRunOption())
    .addOption(reasonOption())
    .option('--wait', 'show how far it is, until it is done')
    .action(async (service: OperatedService, name: string, options: RebuildFlags) => {
      const { dryRun = false, wait = false, ...reason } = options;
      const changed = { name: 'RebuildProjection', service, projection: name } as const;
      const request = { ...changed, dryRun, ...reason };
      const entry = () => entryOf(operations, service, name);
      const running = operations.run(request);
      await sayWhile(isPending(running), entry, say);
      const outcome = (await running) as RebuildOutcome;
      say(rebuilt(name, dryRun, outcome));
      if (!wait || dryRun || outcome.kind === 'inline view') return;
      await sayWhile(() => isBeingRebuilt(entry), entry, say);
      const after = await entry();
      if (after?.fault !== undefined) throw new OperationRefused(`${name} stands still`);
      say(`${name} is rebuilt`);
    });
}

type RebuildFlags = DryRun & Reason & { readonly wait?: boolean };

async function entryOf(
  operations: Operations,
  service: OperatedService,
  name: string,
): Promise<ProjectionEntry | undefined> {
  const outcome = await operations.run({ name: 'ListProjections', service });
  return (outcome as readonly ProjectionEntry[]).find((entry) => entry.name === name);
}

/** Waits for the time between two looks while a projection is rebuilt. */
async function isBeingRebuilt(look: () => Promise<ProjectionEntry | undefined>): Promise<boolean> {
  const isRebuilding = (await look())?.state === 'rebuilding';
  if (isRebuilding) await sleep(lookMs);
  return isRebuilding;
}

/** Tells whether a promise is still pending, after waiting for it for the time between two looks. */
function isPending(running: Promise<unknown>): () => Promise<boolean> {
  const settled = running.then(
    () => false,
    () => false,
  );
  return () => Promise.race([settled, sleep(lookMs, true, { ref: false })]);
}

const lookMs = 5000;

/** Prints how far a rebuild is as long as it lasts. A look that fails is no reason to end. */
async function sayWhile(
  lasts: () => Promise<boolean>,
  look: () => Promise<ProjectionEntry | undefined>,
  say: (text: string) => void,
): Promise<void> {
  while (await lasts()) {
    const entry = await look().catch(() => undefined);
    if (entry?.percent !== undefined) say(`${entry.name}: ${stateOf(entry)}`);
  }
}

/** The state, and how far a rebuild is. */
function stateOf({ state, percent, secondsLeft }: ProjectionEntry): string {
  if (percent === undefined) return state;
  const left = secondsLeft === undefined ? '' : `, ${durationOf(secondsLeft)} left`;
  return `${state} ${String(percent)} %${left}`;
}

function durationOf(seconds: number): string {
  return seconds < 120 ? `${String(seconds)} s` : `${String(Math.ceil(seconds / 60))} min`;
}

const headings = ['projection', 'kind', 'version', 'table', 'state', 'lag', 'fault'];

function rowOf(entry: ProjectionEntry): readonly string[] {
  const { name, kind, version, tableVersion, lagSeconds, fault = '' } = entry;
  const lag = lagSeconds === undefined ? '-' : `${lagSeconds.toFixed(1)} s`;
  return [name, kind, String(version), String(tableVersion ?? '-'), stateOf(entry), lag, fault];
}

function rebuilt(name: string, dryRun: boolean, outcome: RebuildOutcome): string {
  const { kind, streams = 0, drifted = [], rewritten = 0 } = outcome;
  if (kind === 'projection') {
    return dryRun
      ? `${name} can be rebuilt`
      : `${name} is being rebuilt; "projection list" shows when it is following again`;
  }
  const found = `${String(streams)} streams folded, ${String(drifted.length)} views differ`;
  return [`${found}, ${String(rewritten)} rewritten`, ...drifted].join('\n');
}
