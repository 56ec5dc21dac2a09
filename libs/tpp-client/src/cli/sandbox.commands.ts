import { Command } from 'commander';
import type { SandboxClock } from '@nordgate/contracts/http';
import { BankApi, BankError } from '../api/bank-api.js';
import { addConnectionOptions, addSealOptions, clientOf, sealTrustOf } from './request-options.js';
import type { ConnectionOptions, SealOptions } from './request-options.js';
import { exitCodesHelp, JourneyEnd } from './terminal.js';
import type { Terminal } from './terminal.js';
import type { TppAnswer } from '../answer.js';
import { memberAt } from '../scenario/expectation.js';
import { movedClock } from '../scenario/bank-steps.js';
import type { ClockChange } from '../scenario/bank-steps.js';

type ConsoleOptions = Omit<ConnectionOptions, 'redirectUri'> &
  SealOptions & { readonly browser: boolean };

/** `console`: gets a code of the console of the sandbox, and opens the console in a browser. */
export function consoleCommand(terminal: Terminal): Command {
  const command = new Command('console')
    .description('open the console of the sandbox, and print its address and a code for it')
    .option('--no-browser', 'print only')
    .addHelpText('after', consoleHelp);
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

const consoleHelp = `
Prints the address and the code. The code opens the console once, within ten minutes. A browser is
opened where a person is at the terminal.
${exitCodesHelp}`;

type ClockOptions = Omit<ConnectionOptions, 'redirectUri'> & SealOptions;

/** `clock [to]`: prints the time in the TPP's world of the sandbox, or moves it on and waits for what is due on the way. */
export function clockCommand(terminal: Terminal): Command {
  const command = new Command('clock')
    .description('print the time in your world of the sandbox, or move it on')
    .argument('[to]', 'a duration, such as P30D or PT1H, or a time, such as 2027-03-01T09:00:00Z')
    .addHelpText('after', clockHelp);
  return addSealOptions(addConnectionOptions(command)).action(
    async (to: string | undefined, options: ClockOptions) => {
      const seal = await sealTrustOf(options);
      const redirectUri = 'https://tpp.example/back';
      const tpp = await clientOf({ ...options, redirectUri }, terminal, seal);
      const answer =
        to === undefined
          ? await tpp.call({ method: 'GET', path: '/v1/sandbox/clock' })
          : await movedClock(tpp, changeOf(to), progressOn(terminal));
      if (answer.status >= 400) throw new BankError(answer);
      terminal.out(String(memberAt(answer.json, '/now')));
    },
  );
}

const changeOf = (to: string): ClockChange => (to.startsWith('P') ? { advance: to } : { now: to });

/** A line for each day or percent that the clock has passed, where a person looks on. */
function progressOn(terminal: Terminal): (answer: TppAnswer) => void {
  let last = '';
  return ({ json }) => {
    const { now, progress = 100 } = json as Pick<SandboxClock, 'now' | 'progress'>;
    const line = `${now.slice(0, 16)}, ${String(progress)} %`;
    if (!terminal.isInteractive || line === last) return;
    last = line;
    terminal.err(line);
  };
}

const clockHelp = `
The clock only moves forward, at most three years ahead. Runs, standing orders, and the ends of sessions, links
and consents on the way are carried out. POST /v1/sandbox/initialize returns to real time.
${exitCodesHelp}`;
