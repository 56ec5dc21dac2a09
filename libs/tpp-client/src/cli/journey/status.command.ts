import { Command } from 'commander';
import { BankApi } from '../../api/bank-api.js';
import {
  addConnectionOptions,
  addSealOptions,
  clientOf,
  headersOf,
  sealTrustOf,
} from '../request-options.js';
import type { ConnectionOptions, SealOptions } from '../request-options.js';
import { exitCodesHelp } from '../terminal.js';
import type { Terminal } from '../terminal.js';
import { bankAndTppOf } from './journey-options.js';
import { exitCodeOf } from './journey.js';
import { fixes, pathOf } from './payment.commands.js';
import { StateFile, stateFilePath } from './state-file.js';

interface StatusOptions extends Omit<ConnectionOptions, 'redirectUri'>, SealOptions {
  readonly state: string;
  readonly product: string;
  readonly basket?: boolean;
  readonly consent?: boolean;
}

/** `status ID`: the status of a payment, a basket or a consent, asked for as the PSU of the state file. */
export function statusCommand(terminal: Terminal, end: (code: number) => void): Command {
  const command = new Command('status')
    .description('print the status of a payment, a basket or a consent')
    .argument('<id>', 'the id that pay, basket or consent has printed')
    .option('--product <product>', 'payment product', 'norwegian-domestic-credit-transfers')
    .option('--basket', 'it is the id of a basket')
    .option('--consent', 'it is the id of a consent')
    .option('--state <file>', 'file of the PSU-ID and the session', stateFilePath())
    .addHelpText('after', examples);
  return addSealOptions(addConnectionOptions(command)).action(
    async (id: string, options: StatusOptions) => {
      const seal = await sealTrustOf(options);
      const tpp = await clientOf(
        { ...options, redirectUri: 'https://tpp.example/back' },
        terminal,
        seal,
      );
      tpp.actFor(await new StateFile(options.state, bankAndTppOf(tpp)).psu());
      const status = await statusOf(new BankApi(tpp), id, options);
      terminal.out(`${id} ${status}`);
      end(exitCodeOf(status));
    },
  );
}

async function statusOf(bank: BankApi, id: string, options: StatusOptions): Promise<string> {
  const given = headersOf(options.header);
  if (options.consent === true)
    return (await bank.consentStatus(id, { headers: given })).consentStatus;
  if (options.basket === true) {
    return (await bank.basketStatus(id, { headers: given })).transactionStatus;
  }
  const headers = { ...fixes, ...given };
  return (await bank.paymentStatus(pathOf(options.product), id, { headers })).transactionStatus;
}

const examples = `
Prints the id and the status.

Examples, beside npm start:
  nordgate-tpp status <paymentId>
  nordgate-tpp status <paymentId> --product sepa-credit-transfers
  nordgate-tpp status <basketId> --basket
${exitCodesHelp}`;
