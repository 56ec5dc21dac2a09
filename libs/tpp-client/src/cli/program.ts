import { Command, CommanderError } from 'commander';
import { BankError } from '../api/bank-api.js';
import { AnswerNotTrustedError, unsealedRefusal } from '../seal/seal-check.js';
import { certificateCommand } from './certificate.command.js';
import { clockCommand, consoleCommand } from './sandbox.commands.js';
import { explainCommand } from './explain.command.js';
import { accountsCommand, consentCommand } from './journey/account.commands.js';
import { basketCommand, payCommand } from './journey/payment.commands.js';
import { statusCommand } from './journey/status.command.js';
import { redirectCommand } from './redirect.command.js';
import { scenarioCommand } from './scenario.command.js';
import { sendCommand } from './send.command.js';
import { signCommand } from './sign.command.js';
import { exitCodes, exitCodesHelp, JourneyEnd, UsageError } from './terminal.js';
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
    .description('a TPP at the command line: certificates, requests, explanations, whole journeys')
    .version(version, '-V, --version', 'print the version')
    .addHelpText('after', exitCodesHelp);
  const commands = commandsOf(terminal, end);
  program.exitOverride().configureOutput({
    writeOut: (text) => terminal.out(text.replace(/\n$/, '')),
    writeErr: (text) => terminal.err(text.replace(/\n$/, '')),
  });
  for (const command of commands) program.addCommand(command.copyInheritedSettings(program));
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return codeOf(error, terminal);
  }
}

/** The verbs. `end` takes the exit code of a verb that does not throw. */
export function commandsOf(terminal: Terminal, end: (code: number) => void): readonly Command[] {
  return [
    certificateCommand(terminal),
    signCommand(terminal),
    sendCommand(terminal, end),
    explainCommand(terminal, end),
    redirectCommand(terminal, end),
    payCommand(terminal, end),
    basketCommand(terminal, end),
    statusCommand(terminal, end),
    consentCommand(terminal, end),
    accountsCommand(terminal),
    consoleCommand(terminal),
    clockCommand(terminal),
    scenarioCommand(terminal, end),
  ];
}

/** Prints an error in one line. @throws the error when it is a bug */
function codeOf(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
  }
  const [line, code] = lineAndCodeOf(error);
  terminal.err(`error: ${line}`);
  return code;
}

function lineAndCodeOf(error: unknown): readonly [string, number] {
  if (error instanceof UsageError) return [error.message, exitCodes.usage];
  if (error instanceof JourneyEnd) return [error.message, exitCodes[error.kind]];
  if (error instanceof BankError) return [refusalLine(error), exitCodes.refused];
  if (error instanceof AnswerNotTrustedError) {
    const refusal = unsealedRefusal(error);
    if (refusal) return [`${refusalLine(new BankError(refusal))} (not sealed)`, exitCodes.refused];
    return [`${String(error.answer.status)}, but ${error.message}`, exitCodes.notTrusted];
  }
  if (isNetworkError(error)) return [unreachableLine(error), exitCodes.unreachable];
  throw error;
}

function refusalLine({ status, tppMessages, retryAfterSeconds }: BankError): string {
  const messages = tppMessages.map(({ code, path, text }) => {
    const sentence = text?.replace(/\.$/, '');
    return [path === undefined ? code : `${code} at ${path}`, sentence].filter(Boolean).join(': ');
  });
  const later = retryAfterSeconds === undefined ? '' : `; again in ${String(retryAfterSeconds)} s`;
  return `${String(status)} ${messages.join('; ')}${later}`;
}

function unreachableLine({ code, message, address, hostname, port }: NetworkError): string {
  const host = address ?? hostname;
  const at = host === undefined ? '' : ` at ${[host, port].filter(Boolean).join(':')}`;
  return `the bank cannot be reached${at} (${code ?? message}): start it, or name its address with --url`;
}

/** What Node tells of a connection that was not made. */
interface NetworkError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
}

function isNetworkError(error: unknown): error is NetworkError {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^(E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(code);
}
