import { certificatesIn, organizationIdentifiersOf } from '@nordgate/signature';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { TppClient } from '../../tpp-client.js';
import { addConnectionOptions, addSealOptions } from '../request-options.js';
import type { ConnectionOptions, SealOptions } from '../request-options.js';
import { fileOf, UsageError } from '../terminal.js';
import { stateFilePath } from './state-file.js';

/** Options of commands that carry a journey. */
export interface JourneyOptions extends Omit<ConnectionOptions, 'redirectUri'>, SealOptions {
  readonly redirectUri?: string;
  readonly state: string;
  readonly wait: number;
  readonly newPsu?: boolean;
}

/** Options of commands that make payments. */
export interface PaymentOptions extends JourneyOptions {
  readonly product: string;
  readonly context: string;
  readonly amount: readonly string[];
  readonly currency: string;
  readonly from?: string;
  readonly to?: string;
  readonly creditor?: string;
  readonly message?: string;
  readonly date?: string;
  readonly body?: string;
}

/** Adds the options of a journey to a command. */
export function addJourneyOptions(command: Command): Command {
  return addSealOptions(addConnectionOptions(command))
    .option(
      '--redirect-uri <uri>',
      'TPP-Redirect-URI (default: a page of this command on loopback)',
    )
    .option('--state <file>', 'file of the PSU-ID and the session', stateFilePath())
    .option('--new-psu', 'begin without the PSU of the state file')
    .option('--wait <seconds>', 'how long the PSU may take', secondsOf, 600);
}

/** Adds the options of payments to a command. */
export function addPaymentOptions(command: Command): Command {
  return addJourneyOptions(command)
    .option('--amount <decimal>', 'such as 125.50; again for another payment', amountsOf, [])
    .option('--currency <code>', 'of the amount', 'NOK')
    .option('--from <account>', 'account number or IBAN of the debtor')
    .option('--to <account>', 'account number or IBAN of the creditor')
    .option('--creditor <name>', 'name of the creditor')
    .option('--message <text>', 'text for the creditor')
    .option('--date <date>', 'requestedExecutionDate, YYYY-MM-DD')
    .option('--product <product>', 'payment product', 'norwegian-domestic-credit-transfers')
    .option('--context <context>', 'PSU-Context', 'PRIVATE')
    .option('-d, --body <file>', 'JSON of a payment, instead of the options above');
}

/** The bodies of the payments that the options describe. @throws UsageError */
export async function paymentBodies(
  options: PaymentOptions,
): Promise<readonly (object | Buffer)[]> {
  if (options.body !== undefined) return [await fileOf(options.body, '--body')];
  const { amount: amounts, from, to, creditor } = options;
  if (amounts.length === 0) return [];
  if (from === undefined || to === undefined || creditor === undefined) {
    throw new UsageError('--amount needs --from, --to and --creditor');
  }
  const { currency, message, date } = options;
  // JSON leaves out what is undefined.
  return amounts.map((amount) => ({
    instructedAmount: { amount, currency },
    debtorAccount: accountOf(from, currency),
    creditorAccount: accountOf(to, currency),
    creditorName: creditor,
    remittanceInformationUnstructured: message,
    requestedExecutionDate: date,
  }));
}

/** The key of the state: the address of the bank and the organizationIdentifier of the TPP. */
export function bankAndTppOf({ options: { baseUrl, identity } }: TppClient): string {
  const [certificate] = certificatesIn(identity.certificate.toString());
  const ids = certificate === undefined ? [] : organizationIdentifiersOf(certificate);
  return `${baseUrl} ${ids.join(' ')}`;
}

function accountOf(number: string, currency: string) {
  const plain = number.replaceAll(/[ .]/g, '');
  return /^[A-Z]{2}\d{2}/.test(plain) ? { iban: plain, currency } : { bban: plain, currency };
}

/** An amount stays text from the command line to the bank: a number would lose digits. */
function amountsOf(text: string, earlier: readonly string[]): readonly string[] {
  if (/^\d+(\.\d+)?$/.test(text)) return [...earlier, text];
  throw new InvalidArgumentError('A decimal with a point, such as 125.50.');
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError('Whole seconds from 1 to 86400.');
}
