import type { OperatedService, StreamDetails } from '@nordgate/contracts/commands';
import type { Command } from 'commander';
import type { Operations } from './operations-client.js';
import { addRequestCommand } from './request-commands.js';
import { reasonOption, revealOption, serviceArgument } from './service-argument.js';
import type { Reason, Reveal } from './service-argument.js';
import { addStatusCommand } from './status-commands.js';
import { streamIdFrom } from './stream-id.js';
import { streamReport } from './stream-report.js';

/** What only looks: the status of the bank, one request, one stream. */
export function addWatchCommands(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
  isTerminal: boolean,
): void {
  addStatusCommand(program, operations, say);
  addRequestCommand(program, operations, say);
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
    .addOption(reasonOption())
    .option('--json', 'as JSON, which is the default where the output is no terminal')
    .option('--no-json', 'for people, also where the output is no terminal')
    .action(
      async (
        service: OperatedService,
        named: string,
        {
          reveal = false,
          json = !isTerminal,
          ...reason
        }: Reveal & Reason & { readonly json?: boolean },
      ) => {
        const stream = streamIdFrom(service, named);
        const request = { name: 'ShowStream', service, stream, reveal, ...reason } as const;
        const outcome = await operations.run(request);
        const details = outcome as StreamDetails;
        say(json ? JSON.stringify(details, undefined, 2) : streamReport(details));
      },
    );
}
