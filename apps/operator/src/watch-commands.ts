import type { Command } from 'commander';
import type { OperatedService, StreamDetails } from '@nordgate/contracts/commands';
import { streamIdIn, streams } from '@nordgate/contracts/rules';
import type { ResourceKind } from '@nordgate/contracts/rules';
import type { Operations } from './operations-client.js';
import { OperationRefused } from './operations-client.js';
import { addRequestCommand } from './request-commands.js';
import { reasonOption, revealOption, serviceArgument } from './arguments.js';
import type { Reason, Reveal } from './arguments.js';
import { addStatusCommand } from './status-commands.js';

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

/** Where the stream of a public id is. An id of an account or a card account names no stream by itself. */
const homes: Partial<Record<ResourceKind, { service: OperatedService; category: StreamCategory }>> =
  {
    payment: { service: 'payments', category: 'payment' },
    periodic: { service: 'payments', category: 'payment' },
    bulk: { service: 'payments', category: 'payment' },
    part: { service: 'payments', category: 'payment' },
    basket: { service: 'baskets', category: 'basket' },
    authorisation: { service: 'sca', category: 'authorisation' },
    consent: { service: 'sca', category: 'authorisation' },
  };
type StreamCategory = 'payment' | 'basket' | 'authorisation';

/**
 * The stream that an operator names: by its own id, or by the id of a payment, basket, authorisation or consent as its
 * TPP has it. The bulk payment is the stream of its sub-payments. Whose id it is needs the gateway's keys and is not
 * checked.
 *
 * @throws OperationRefused when the stream belongs to another service
 */
export function streamIdFrom(service: OperatedService, text: string): string {
  const named = streamIdIn(text);
  const home = named && homes[named.kind];
  if (home === undefined) return text;
  if (home.service !== service) {
    throw new OperationRefused(
      `that is the id of a ${named?.kind ?? ''}: "stream show ${home.service} …" has its stream`,
    );
  }
  return streams[home.category].id(named?.streamId ?? '');
}

/** A stream for a person: what traces have of it, and each event with its data below it. */
export function streamReport({ stream, correlation, events }: StreamDetails): string {
  const shown = events.map(({ version, type, at, actor, traceId, data }) =>
    [
      `${String(version)} ${type}  ${at}  ${actor}${traceId === undefined ? '' : `  trace ${traceId}`}`,
      ...indented(data).map((line) => `    ${line}`),
    ].join('\n'),
  );
  return [`stream ${stream}\nnordgate.correlation ${correlation}`, ...shown].join('\n\n');
}

/** JSON as lines of `name: value`; members of a member are indented, elements of a list have a dash. */
export function indented(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [wordOf(value)];
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => ['-', item] as const)
    : Object.entries(value).map(([name, item]) => [`${name}:`, item as unknown] as const);
  return entries.flatMap(([label, item]) => {
    const lines = indented(item);
    const isPlain = typeof item !== 'object' || item === null;
    if (isPlain) return [`${label} ${lines[0] ?? ''}`];
    if (lines.length === 0) return [`${label} ${Array.isArray(item) ? '[]' : '{}'}`];
    return [label, ...lines.map((line) => `  ${line}`)];
  });
}

/** A text with a line break or at the edge of being misread keeps its quotes. */
function wordOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'undefined';
  return /^[^\s"'{[-][^\n\r]*$/.test(value) ? value : JSON.stringify(value);
}
