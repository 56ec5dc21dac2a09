import { Command } from 'commander';
import { readRedirect } from '../redirect.js';
import type { Redirect } from '../redirect.js';
import { bankAndTppOf } from './journey/journey-options.js';
import { StateFile, stateFilePath } from './journey/state-file.js';
import { addConnectionOptions, clientOf } from './request-options.js';
import type { ConnectionOptions } from './request-options.js';
import { exitCodes, exitCodesHelp, UsageError } from './terminal.js';
import type { Terminal } from './terminal.js';

interface RedirectOptions extends Omit<ConnectionOptions, 'redirectUri'> {
  readonly save?: boolean;
  readonly state: string;
}

/** `redirect ADDRESS`: reads the parameters that the bank has added to the TPP-Redirect-URI. */
export function redirectCommand(terminal: Terminal, end: (code: number) => void): Command {
  const command = new Command('redirect')
    .description('read the return address of the PSU after SCA')
    .argument('<address>', 'the whole address, in quotes')
    .option('--save', 'keep the ids for pay, basket, consent and accounts')
    .option('--state <file>', 'file of the PSU-ID and the session', stateFilePath())
    .addHelpText('after', examples);
  return addConnectionOptions(command).action(async (address: string, options: RedirectOptions) => {
    if (!URL.canParse(address)) throw new UsageError(`${address} is no address`);
    const redirect = readRedirect(address);
    if (redirect === undefined) {
      throw new UsageError('it has neither psu-id, tpp-session-id and context, nor code');
    }
    if (options.save === true) await save(redirect, options, terminal);
    terminal.out(linesOf(redirect).join('\n'));
    end(redirect.outcome === 'approved' ? exitCodes.fine : exitCodes.refused);
  });
}

/** Keeps the ids under the bank and the TPP of the options. */
async function save(
  redirect: Redirect,
  options: RedirectOptions,
  terminal: Terminal,
): Promise<void> {
  if (redirect.outcome !== 'approved') return;
  const tpp = await clientOf({ ...options, redirectUri: '' }, terminal);
  await new StateFile(options.state, bankAndTppOf(tpp)).keep(redirect.psu);
}

function linesOf(redirect: Redirect): string[] {
  if (redirect.outcome === 'approved') {
    const { psu, context } = redirect;
    const corporate = psu.corporateId === undefined ? [] : [`PSU-Corporate-ID: ${psu.corporateId}`];
    return [
      `The SCA succeeded (${context}). On later requests send:`,
      `PSU-ID: ${psu.psuId}`,
      ...corporate,
      `TPP-Session-ID: ${psu.tppSessionId}`,
    ];
  }
  const { code, status, message, system } = redirect;
  return [
    `The SCA failed: ${[code, status, message].filter((one) => one !== undefined).join(', ')}`,
    ...(system === undefined ? [] : [`reported by: ${system}`]),
  ];
}

const examples = `
Example:
  nordgate-tpp redirect 'https://tpp.example/back?psu-id=…&tpp-session-id=…&context=PRIVATE'
${exitCodesHelp}`;
