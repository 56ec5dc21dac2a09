import { Command, CommanderError } from 'commander';
import { AnswerNotTrustedError } from '../seal/seal-check.js';
import { certificateCommand } from './certificate.command.js';
import { explainCommand } from './explain.command.js';
import { redirectCommand } from './redirect.command.js';
import { sendCommand } from './send.command.js';
import { signCommand } from './sign.command.js';
import { exitCodes, exitCodesHelp, UsageError } from './terminal.js';
import type { Terminal } from './terminal.js';

/** Runs one call of the command line. Resolves with the exit code. `version` is that of the package. */
export async function runProgram(
  args: readonly string[],
  terminal: Terminal,
  version: string,
): Promise<number> {
  let code: number = exitCodes.fine;
  const end = (one: number) => {
    code = one;
  };
  const program = new Command('nordgate-tpp')
    .description('a TPP’s tools: certificates, signed requests, explanations of rejected requests')
    .version(version, '-V, --version', 'print the version')
    .addHelpText('after', exitCodesHelp);
  const commands = [
    certificateCommand(terminal),
    signCommand(terminal),
    sendCommand(terminal, end),
    explainCommand(terminal, end),
    redirectCommand(terminal, end),
  ];
  for (const command of commands) program.addCommand(command.exitOverride());
  try {
    await program.exitOverride().parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return codeOf(error, terminal);
  }
}

function codeOf(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
  }
  if (error instanceof UsageError) {
    terminal.err(`error: ${error.message}`);
    return exitCodes.usage;
  }
  if (error instanceof AnswerNotTrustedError) {
    terminal.err(`error: ${String(error.answer.status)}, but ${error.message}`);
    return exitCodes.notTrusted;
  }
  if (isNetworkError(error)) {
    terminal.err(`error: the bank cannot be reached (${error.code ?? error.message})`);
    return exitCodes.unreachable;
  }
  throw error;
}

function isNetworkError(error: unknown): error is NodeJS.ErrnoException {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^(E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(code);
}
