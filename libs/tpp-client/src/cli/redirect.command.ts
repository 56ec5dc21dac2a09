import { Command } from 'commander';
import { readRedirect } from '../redirect.js';
import type { Redirect } from '../redirect.js';
import { exitCodes, exitCodesHelp, UsageError } from './terminal.js';
import type { Terminal } from './terminal.js';

/** `redirect ADDRESS`: reads the parameters that the bank has added to the TPP-Redirect-URI. */
export function redirectCommand(terminal: Terminal, end: (code: number) => void): Command {
  return new Command('redirect')
    .description('read the return address of the PSU after SCA')
    .argument('<address>', 'the whole address, in quotes')
    .addHelpText('after', examples)
    .action((address: string) => {
      if (!URL.canParse(address)) throw new UsageError(`${address} is no address`);
      const redirect = readRedirect(address);
      if (redirect === undefined) {
        throw new UsageError('it has neither psu-id, tpp-session-id and context, nor code');
      }
      terminal.out(linesOf(redirect).join('\n'));
      end(redirect.outcome === 'approved' ? exitCodes.fine : exitCodes.refused);
    });
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
