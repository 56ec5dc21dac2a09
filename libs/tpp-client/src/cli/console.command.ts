import { Command } from 'commander';
import { BankApi } from '../api/bank-api.js';
import { addConnectionOptions, addSealOptions, clientOf, sealTrustOf } from './request-options.js';
import type { ConnectionOptions, SealOptions } from './request-options.js';
import { exitCodesHelp, JourneyEnd } from './terminal.js';
import type { Terminal } from './terminal.js';

type ConsoleOptions = Omit<ConnectionOptions, 'redirectUri'> &
  SealOptions & { readonly browser: boolean };

/** `console`: gets a code of the console of the sandbox, and opens the console in a browser. */
export function consoleCommand(terminal: Terminal): Command {
  const command = new Command('console')
    .description('open the console of the sandbox, and print its address and a code for it')
    .option('--no-browser', 'print only')
    .addHelpText('after', help);
  return addSealOptions(addConnectionOptions(command)).action(async (options: ConsoleOptions) => {
    const seal = await sealTrustOf(options);
    const redirectUri = 'https://tpp.example/back';
    const tpp = await clientOf({ ...options, redirectUri }, terminal, seal);
    const { code, _links } = await new BankApi(tpp).consoleCode();
    const address = _links.console?.href;
    if (address === undefined) throw new JourneyEnd('the answer has no address', 'refused');
    terminal.out(`${address} ${code}`);
    if (!options.browser || !terminal.isInteractive) return;
    const isOpened = await terminal.browse(address);
    terminal.err(
      isOpened
        ? 'Enter the code in the browser.'
        : 'Open the address in a browser, enter the code.',
    );
  });
}

const help = `
Prints the address and the code. The code opens the console once, within ten minutes. A browser is
opened where a person is at the terminal.
${exitCodesHelp}`;
