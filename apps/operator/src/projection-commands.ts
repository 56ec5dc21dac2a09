import type {
  OperatedService,
  ProjectionEntry,
  RebuildOutcome,
  StreamDetails,
} from '@nordgate/contracts/commands';
import type { Command } from 'commander';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { dryRunOption, revealOption, serviceArgument } from './service-argument.js';
import type { DryRun, Reveal } from './service-argument.js';
import { streamIdFrom } from './stream-id.js';
import { tableOf } from './table.js';

/** The read side of a service: its projections, its inline views, one stream. */
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
    .action(async (service: OperatedService, name: string, { dryRun = false }: DryRun) => {
      const request = { name: 'RebuildProjection', service, projection: name, dryRun } as const;
      say(rebuilt(name, dryRun, (await operations.run(request)) as RebuildOutcome));
    });
  program
    .command('stream')
    .description('look into one stream')
    .command('show')
    .description('show its events, oldest first')
    .addArgument(serviceArgument())
    .argument(
      '<stream>',
      'its id, e.g. payment-a1f0c3d2e4b5968778695a4b3c2d1e0f, or the id that its TPP has',
    )
    .addOption(revealOption())
    .action(async (service: OperatedService, named: string, { reveal = false }: Reveal) => {
      const stream = streamIdFrom(service, named);
      const outcome = await operations.run({ name: 'ShowStream', service, stream, reveal });
      say(streamReport(outcome as StreamDetails));
    });
}

/** What traces have of a stream, and its events. The id of a stream is in no trace. */
function streamReport({ stream, correlation, events }: StreamDetails): string {
  const rows = events.map(({ version, type, at, actor, traceId = '-', data }) => [
    ...[String(version), type, at, actor, traceId, JSON.stringify(data)],
  ]);
  return [
    `stream ${stream}`,
    `nordgate.correlation ${correlation}`,
    tableOf(['version', 'type', 'at', 'actor', 'trace', 'data'], rows),
  ].join('\n');
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
