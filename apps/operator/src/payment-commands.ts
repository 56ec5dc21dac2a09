import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { paymentIdFrom } from './payment-id.js';
import { reasonOption } from './service-argument.js';
import type { Reason } from './service-argument.js';
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
