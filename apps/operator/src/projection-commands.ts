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
    .action(async (service: OperatedService, name: string, options: DryRun & Reason) => {
      const { dryRun = false, ...reason } = options;
      const changed = { name: 'RebuildProjection', service, projection: name } as const;
      const request = { ...changed, dryRun, ...reason };
      say(rebuilt(name, dryRun, (await operations.run(request)) as RebuildOutcome));
    });
}

const headings = ['projection', 'kind', 'version', 'table', 'state', 'lag', 'fault'];

function rowOf(entry: ProjectionEntry): readonly string[] {
  const { name, kind, version, tableVersion, state, lagSeconds, fault = '' } = entry;
  const lag = lagSeconds === undefined ? '-' : `${lagSeconds.toFixed(1)} s`;
  return [name, kind, String(version), String(tableVersion ?? '-'), state, lag, fault];
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
