import type { AccountReply, Balance, TransactionReply } from '@nordgate/contracts/http';
import { Command } from 'commander';
import { exitCodes, exitCodesHelp } from '../terminal.js';
import type { Terminal } from '../terminal.js';
import { addJourneyOptions } from './journey-options.js';
import type { JourneyOptions } from './journey-options.js';
import { Journey } from './journey.js';

interface AccountsOptions extends JourneyOptions {
  readonly from?: string;
  readonly json?: boolean;
}

/** An account with everything that the bank shows of it. */
interface ReadAccount {
  readonly account: AccountReply;
  readonly balances: readonly Balance[];
  readonly transactions: readonly TransactionReply[];
}

/** `consent`: asks for a consent, waits until the PSU has picked accounts, prints its id and status. */
export function consentCommand(terminal: Terminal, end: (code: number) => void): Command {
  const command = new Command('consent')
    .description('ask for a consent; the PSU picks the accounts at the bank')
    .addHelpText('after', examplesOfConsent);
  return addJourneyOptions(command).action((options: JourneyOptions) =>
    Journey.run(options, terminal, async (journey) => {
      const { bank } = journey;
      const made = await bank.createConsent(journey.headers());
      const { consentId, scaRedirect } = made;
      journey.step(`POST /v1/bank-offered-consents: ${made.consentStatus}, consentId ${consentId}`);
      const status = async () =>
        (await bank.consentStatus(consentId, journey.headers())).consentStatus;
      if (scaRedirect !== undefined) {
        await journey.approve(scaRedirect, async () => (await status()) === 'received');
      }
      const consentStatus = await status();
      journey.step(`GET /v1/bank-offered-consents/${consentId}/status: ${consentStatus}`);
      terminal.out(`${consentId} ${consentStatus}`);
      end(consentStatus === 'valid' ? exitCodes.fine : exitCodes.refused);
    }),
  );
}

/** `accounts`: prints the accounts of the consent with balances and transactions. */
export function accountsCommand(terminal: Terminal): Command {
  const command = new Command('accounts')
    .description('list the accounts of the consent, their balances and transactions')
    .option('--from <date>', 'first day of the transactions, YYYY-MM-DD')
    .option('--json', 'print JSON')
    .addHelpText('after', examplesOfAccounts);
  return addJourneyOptions(command).action((options: AccountsOptions) =>
    Journey.run(options, terminal, async (journey) => {
      const { accounts } = await journey.withSca(() => journey.bank.accounts(journey.headers()));
      journey.step(`GET /v1/accounts: ${String(accounts.length)} accounts`);
      const read: ReadAccount[] = [];
      for (const account of accounts) read.push(await readAccount(journey, account, options));
      terminal.out(
        options.json === true ? JSON.stringify(read, null, 2) : read.map(textOf).join('\n\n'),
      );
    }),
  );
}

async function readAccount(
  journey: Journey,
  account: AccountReply,
  { from: dateFrom }: AccountsOptions,
): Promise<ReadAccount> {
  const { bank } = journey;
  const { resourceId } = account;
  const { balances } = await bank.balances(resourceId, journey.headers());
  const query = { bookingStatus: 'both' as const, ...(dateFrom !== undefined && { dateFrom }) };
  const transactions: TransactionReply[] = [];
  let page = await bank.transactions(resourceId, query, journey.headers());
  for (;;) {
    const { booked = [], pending = [], _links } = page.transactions;
    transactions.push(...pending, ...booked);
    if (_links.next === undefined) break;
    page = await bank.transactionPage(_links.next.href, journey.headers());
  }
  const counted = `${String(balances.length)} balances, ${String(transactions.length)} transactions`;
  journey.step(`GET /v1/accounts/${resourceId}/…: ${counted}`);
  return { account, balances, transactions };
}

function textOf({ account, balances, transactions }: ReadAccount): string {
  return [
    `${account.bban}  ${account.name}, ${account.ownerName}`,
    ...balances.map(
      ({ balanceType, balanceAmount: { amount, currency } }) =>
        `  ${balanceType.padEnd(18)} ${amount.padStart(14)} ${currency}`,
    ),
    ...transactions.map(lineOf),
  ].join('\n');
}

function lineOf(transaction: TransactionReply): string {
  const { bookingDate = 'pending', transactionAmount } = transaction;
  const { amount, currency } = transactionAmount;
  const other = amount.startsWith('-') ? transaction.creditorName : transaction.debtorName;
  const text = transaction.remittanceInformationUnstructured;
  const about = [other, text].filter((one) => one !== undefined).join(', ');
  return `  ${bookingDate.padEnd(18)} ${amount.padStart(14)} ${currency}  ${about}`.trimEnd();
}

const examplesOfConsent = `
Prints the consent's id and status, and keeps PSU-ID and session in the state file (mode 0600).

Example, beside npm start:
  nordgate-tpp consent && nordgate-tpp accounts
${exitCodesHelp}`;
const examplesOfAccounts = `
Without a consent or a live session the PSU is sent to the bank first.

Examples, beside npm start:
  nordgate-tpp accounts --from 2026-11-01
  nordgate-tpp accounts --json
${exitCodesHelp}`;
