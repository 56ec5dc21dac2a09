import type { RunEntry, ServiceStatus } from '@nordgate/contracts/commands';
import type { Command } from 'commander';
import { answerOf, askAll } from './ask-all.js';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { isWell, statusReport } from './status-report.js';

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
