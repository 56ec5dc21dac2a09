import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { streamIdIn } from '@nordgate/contracts/rules';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { reasonOption } from './arguments.js';
import type { Reason } from './arguments.js';
import { processInput, standardInput } from './standard-input.js';

/** What the operator may do to payments, as another channel of the bank. */
export function addPaymentCommands(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  const payment = program
    .command('payment')
    .description('act on a payment as another channel of the bank; its id stays valid');
  const id = ['<paymentId>', "as its TPP has it, or its stream's 32 digits"] as const;
  payment
    .command('cancel')
    .description('call a payment off that is not executing yet')
    .argument(...id, paymentIdFrom)
    .addOption(reasonOption())
    .action(async (paymentId: string, reason: Reason) => {
      const request = { name: 'CancelPayment', id: randomUUID(), paymentId, ...reason } as const;
      say(statusLine(await operations.run(request)));
    });
  payment
    .command('change')
    .description('change a payment that nobody has approved')
    .argument(...id, paymentIdFrom)
    .requiredOption('--body <file>', 'the whole payment as JSON, as a TPP would send it')
    .addOption(reasonOption())
    .action(async (paymentId: string, { body: file, ...reason }: Reason & { body: string }) => {
      const request = { name: 'ChangePayment', id: randomUUID(), paymentId } as const;
      say(statusLine(await operations.run({ ...request, body: bodyIn(file), ...reason })));
    });
}

function statusLine(outcome: unknown): string {
  const { transactionStatus } = outcome as { readonly transactionStatus: string };
  return `the payment is ${transactionStatus}`;
}

function bodyIn(file: string): object {
  try {
    // The input of a pod may have the person before the body.
    const text = file === standardInput ? processInput.body() : readFileSync(file, 'utf8');
    return JSON.parse(text) as object;
  } catch (cause) {
    throw new OperationRefused(`${file}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * The payment that an operator names: by the id that its TPP has, or by the one in streams and logs.
 * Whose id it is is not checked, as that takes the gateway's keys: a payment that is not there is told
 * by the bank. Throws InvalidArgumentError.
 */
export function paymentIdFrom(text: string): string {
  if (/^[0-9a-f]{32}(\.[1-9]\d{0,9})?$/.test(text)) return text;
  const named = streamIdIn(text);
  if (named?.kind === 'part') {
    throw new InvalidArgumentError('that is a part of a bulk payment: name the bulk itself');
  }
  if (named !== undefined && paymentKinds.includes(named.kind)) return named.streamId;
  throw new InvalidArgumentError(
    'it has to be a paymentId as its TPP has it, or the id of its stream: 32 hexadecimal digits, ' +
      'in a sandbox with the generation of its world, like .3',
  );
}

const paymentKinds: readonly string[] = ['payment', 'periodic', 'bulk'];
