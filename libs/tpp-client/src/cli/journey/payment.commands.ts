import { Command } from 'commander';
import type { PaymentProductPath } from '../../api/bank-api.js';
import { exitCodesHelp, UsageError } from '../terminal.js';
import type { Terminal } from '../terminal.js';
import { addPaymentOptions, paymentBodies } from './journey-options.js';
import type { PaymentOptions } from './journey-options.js';
import { exitCodeOf, Journey } from './journey.js';

/** A payment shows its status before its approval only with this fix (specification 3, rule 3). */
export const fixes = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };

/** `pay`: makes a payment, waits for its approval, prints its id and status. */
export function payCommand(terminal: Terminal, end: (code: number) => void): Command {
  const command = new Command('pay')
    .description('make a payment, send the PSU to the bank, wait for the approval')
    .addHelpText('after', examplesOfPay);
  return addPaymentOptions(command).action((options: PaymentOptions) =>
    Journey.run(options, terminal, async (journey) => {
      const [body, second] = await paymentBodies(options);
      if (body === undefined) throw new UsageError('--amount or --body is needed');
      if (second !== undefined) throw new UsageError('several payments: nordgate-tpp basket');
      const path = pathOf(options.product);
      const { paymentId, scaRedirect } = await make(journey, options, body);
      const status = () => journey.bank.paymentStatus(path, paymentId, journey.headers(fixes));
      if (scaRedirect !== undefined) {
        const isPending = async () => (await status()).transactionStatus === 'RCVD';
        await journey.approve(scaRedirect, isPending);
      }
      const { transactionStatus } = await status();
      journey.step(`GET /v1/${path}/${paymentId}/status: ${transactionStatus}`);
      terminal.out(`${paymentId} ${transactionStatus}`);
      end(exitCodeOf(transactionStatus));
    }),
  );
}

/** `basket`: makes payments, puts them into a basket, waits for its approval, prints its id and status. */
export function basketCommand(terminal: Terminal, end: (code: number) => void): Command {
  const command = new Command('basket')
    .description('put payments into a basket that the PSU approves at once')
    .argument('[paymentIds...]', 'payments that are not approved yet')
    .addHelpText('after', examplesOfBasket);
  return addPaymentOptions(command).action((given: string[], options: PaymentOptions) =>
    Journey.run(options, terminal, async (journey) => {
      const ids = [...given];
      const bodies = await paymentBodies(options);
      if (ids.length + bodies.length === 0) {
        throw new UsageError('payment ids, --amount or --body are needed');
      }
      // A basket is that of a known PSU (specification 4.1).
      await journey.meetPsu();
      for (const body of bodies) ids.push((await make(journey, options, body)).paymentId);
      const { bank } = journey;
      const made = await journey.withSca(() => bank.createBasket(ids, contextOf(journey, options)));
      const { basketId, scaRedirect } = made;
      journey.step(`POST /v1/signing-baskets: ${made.transactionStatus}, basketId ${basketId}`);
      const status = async () =>
        (await bank.basketStatus(basketId, journey.headers())).transactionStatus;
      if (scaRedirect !== undefined) {
        await journey.approve(scaRedirect, async () => (await status()) === 'RCVD');
      }
      const transactionStatus = await status();
      journey.step(`GET /v1/signing-baskets/${basketId}/status: ${transactionStatus}`);
      terminal.out(`${basketId} ${transactionStatus}`);
      end(exitCodeOf(transactionStatus));
    }),
  );
}

async function make(journey: Journey, options: PaymentOptions, body: object) {
  const path = pathOf(options.product);
  const extra = contextOf(journey, options);
  const { paymentId, transactionStatus, scaRedirect } = await journey.bank.createPayment(
    path,
    body,
    extra,
  );
  journey.step(`POST /v1/${path}: ${transactionStatus}, paymentId ${paymentId}`);
  return { paymentId, scaRedirect };
}

const contextOf = (journey: Journey, { context }: PaymentOptions) =>
  journey.headers({ 'psu-context': context });

/** The path of a product; periodic payments are named with their service. */
export function pathOf(product: string): PaymentProductPath {
  return product.startsWith('periodic-payments/')
    ? `periodic-payments/${product.slice('periodic-payments/'.length)}`
    : `payments/${product}`;
}

const options = '--from 86011117947 --to 97104133219 --creditor "Kari Kreditor"';
const examplesOfPay = `
Prints the payment's id and status. Steps and the address for the PSU are printed to standard error.

Examples, beside npm start:
  nordgate-tpp pay --amount 125.50 ${options}
  nordgate-tpp pay --body payment.json --product sepa-credit-transfers
${exitCodesHelp}`;
const examplesOfBasket = `
Prints the basket's id and status. Steps and the address for the PSU are printed to standard error.

Examples, beside npm start:
  nordgate-tpp basket --amount 125.50 --amount 20 ${options}
  nordgate-tpp basket <paymentId> <paymentId>
${exitCodesHelp}`;
