import { createCertificateCache, createTrustStore, parseImfDate } from '@nordgate/signature';
import type { CertificateCache } from '@nordgate/signature';
import { Command } from 'commander';
import { trustAnyIssuer } from '../explain/any-certificate.js';
import { explainRequest } from '../explain/explain-request.js';
import type { Explanation } from '../explain/explain-request.js';
import { firstDifference } from '../explain/mistakes.js';
import { DumpError, headerIn, readDump } from '../explain/request-dump.js';
import type { RequestDump } from '../explain/request-dump.js';
import { exitCodes, exitCodesHelp, UsageError, certificatesIn, fileOf } from './terminal.js';
import type { Terminal } from './terminal.js';

interface ExplainOptions {
  readonly trust?: string;
  readonly string?: string;
  readonly at?: string;
}

/** `explain [FILE]`: the result of the bank's own check of a request, and how to fix the request. */
export function explainCommand(terminal: Terminal, end: (code: number) => void): Command {
  return new Command('explain')
    .description('check a request with the bank’s own code and name its mistake')
    .argument('[file]', 'request line, headers, empty line, body; default standard input', '-')
    .option('--trust <folder>', 'CA certificates, *.pem; without it any issuer is trusted')
    .option('--string <file>', 'the signing string of your program, to compare')
    .option(
      '--at <time>',
      'time of arrival at the bank, ISO 8601 (default: the Date of the request)',
    )
    .addHelpText('after', examples)
    .action(async (file: string, options: ExplainOptions) => {
      const octets = file === '-' ? await terminal.readStdin() : await fileOf(file, 'file');
      const dump = dumpOf(octets);
      const now = timeOf(options.at, dump);
      const explanation = explainRequest(dump, { trust: await trustOf(options.trust), now });
      const own =
        options.string === undefined ? undefined : await fileOf(options.string, '--string');
      terminal.out(linesOf(explanation, own, options).join('\n'));
      end(explanation.refusal === undefined ? exitCodes.fine : exitCodes.refused);
    });
}

function dumpOf(octets: Buffer): RequestDump {
  try {
    return readDump(octets);
  } catch (error) {
    throw error instanceof DumpError ? new UsageError(error.message) : error;
  }
}

/** A dump is older than this run, so its own Date replaces the bank's clock. */
function timeOf(at: string | undefined, dump: RequestDump): Date {
  const time = at === undefined ? parseImfDate(headerIn(dump, 'date') ?? '') : Date.parse(at);
  if (Number.isNaN(time)) throw new UsageError(`--at: ${String(at)} is no time`);
  return time === undefined ? new Date() : new Date(time);
}

async function trustOf(folder: string | undefined): Promise<CertificateCache> {
  if (folder === undefined) return trustAnyIssuer();
  const certificates = await certificatesIn(folder, '--trust');
  try {
    return createCertificateCache(createTrustStore({ certificates }));
  } catch (error) {
    throw new UsageError(`--trust: ${(error as Error).message}`);
  }
}

function linesOf(explanation: Explanation, own: Buffer | undefined, options: ExplainOptions) {
  const { refusal, advice, mistake, verified, signingString } = explanation;
  const verdict = verified
    ? [
        `The bank accepts it: ${verified.tppId}, ${verified.roles.join(' ')}.`,
        `Signed: ${verified.signedHeaders.join(' ')}.`,
      ]
    : [
        `The bank rejects it: 400 ${refusal?.refused ?? ''}${refusal?.path === undefined ? '' : ` at ${refusal.path}`}.`,
        refusal?.text ?? '',
        ...(mistake === undefined ? [] : [`Found: ${mistake}`]),
        `To fix it: ${advice ?? ''}`,
      ];
  const notes = [
    ...(options.trust === undefined ? ['Not checked: who issued the certificate (--trust).'] : []),
    ...(options.at === undefined ? ['Not checked: whether Date is the time now (--at).'] : []),
  ];
  return [
    ...verdict,
    ...notes,
    ...stringLines(signingString),
    ...differenceLines(signingString, own),
  ];
}

function stringLines(text: string | undefined): string[] {
  if (text === undefined) return [];
  const length = Buffer.from(text, 'latin1').length;
  const shown = Buffer.from(text, 'latin1').toString('utf8').split('\n');
  return [
    '',
    `The bank's signing string, ${String(length)} bytes, no line break at the end:`,
    ...shown.map((line) => `| ${line}`),
  ];
}

function differenceLines(text: string | undefined, own: Buffer | undefined): string[] {
  if (text === undefined || own === undefined) return [];
  return ['', firstDifference(Buffer.from(text, 'latin1'), own)];
}

const examples = `
Examples:
  nordgate-tpp explain request.txt --trust .nordgate/sandbox
  nordgate-tpp explain request.txt --string my-signing-string.txt
  curl -v … 2>&1 | grep '^>' | nordgate-tpp explain
${exitCodesHelp}`;
