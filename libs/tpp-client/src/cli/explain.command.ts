import { createCertificateCache, createTrustStore, parseHttpDate } from '@nordgate/signature';
import type { CertificateCache } from '@nordgate/signature';
import {
  DumpError,
  explainRequest,
  firstDifference,
  headerIn,
  readDump,
  trustAnyIssuer,
} from '@nordgate/signature/explain';
import type { Explanation, RequestDump } from '@nordgate/signature/explain';
import { Command } from 'commander';
import {
  certificatesIn,
  exitCodes,
  exitCodesHelp,
  fileOf,
  sandboxFile,
  sandboxFolder,
  textOf,
  trustFolder,
  UsageError,
} from './terminal.js';
import type { Terminal } from './terminal.js';

interface ExplainOptions {
  readonly sandbox: string;
  readonly trust?: string;
  readonly string?: string;
  readonly at?: string;
}

/** `explain [FILE]`: the result of the bank's own check of a request, and how to fix the request. */
export function explainCommand(terminal: Terminal, end: (code: number) => void): Command {
  return new Command('explain')
    .description('check a request with the bank’s own code and name its mistake')
    .argument('[file]', 'request line, headers, empty line, body; default standard input', '-')
    .option(
      '--trust <folder>',
      'CA certificates, *.pem (default: the CA of the sandbox and NORDGATE_TRUST_DIR, else any issuer)',
    )
    .option('--sandbox <folder>', 'folder of the certificates of npm start', sandboxFolder())
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
      const trust = await trustOf(options);
      const explanation = explainRequest(dump, { trust: trust ?? trustAnyIssuer(), now });
      const own =
        options.string === undefined ? undefined : await fileOf(options.string, '--string');
      const checked = { issuer: trust !== undefined, time: options.at !== undefined };
      terminal.out(linesOf(explanation, { dump, own, checked }).join('\n'));
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
  const time =
    at === undefined ? parseHttpDate(headerIn(dump, 'date') ?? '', new Date()) : Date.parse(at);
  if (Number.isNaN(time)) throw new UsageError(`--at: ${String(at)} is no time`);
  return time === undefined ? new Date() : new Date(time);
}

/**
 * The issuers of the option, else those that the sandbox of this machine trusts, so that the answer is the bank's. All
 * issuers where there is no sandbox.
 */
async function trustOf({ trust, sandbox }: ExplainOptions): Promise<CertificateCache | undefined> {
  const certificates =
    trust === undefined
      ? await certificatesOfBank(sandbox)
      : await certificatesIn(trust, '--trust');
  if (certificates.length === 0) return undefined;
  try {
    return createCertificateCache(createTrustStore({ certificates }));
  } catch (error) {
    throw new UsageError(`--trust: ${(error as Error).message}`);
  }
}

async function certificatesOfBank(sandbox: string): Promise<readonly string[]> {
  const [trusted, own] = [trustFolder(), sandboxFile(sandbox, 'ca.pem')];
  const others = trusted === undefined ? [] : await certificatesIn(trusted, 'NORDGATE_TRUST_DIR');
  return own === undefined ? others : [await textOf(own, 'ca.pem'), ...others];
}

function linesOf(explanation: Explanation, { dump, own, checked }: Facts): string[] {
  const { signingString } = explanation;
  return [
    ...verdictOf(explanation),
    ...(dump.origin === undefined ? [] : [absoluteNote(dump, dump.origin)]),
    ...(checked.issuer ? [] : ['Not checked: who issued the certificate (--trust).']),
    ...(checked.time ? [] : ['Not checked: whether Date is the time now (--at).']),
    ...stringLines(signingString),
    ...differenceLines(signingString, own),
  ];
}

function verdictOf({ refusal, advice, mistake, verified }: Explanation): string[] {
  if (verified) {
    return [
      `The bank accepts it: ${verified.tppId}, ${verified.roles.join(' ')}.`,
      `Signed: ${verified.signedHeaders.join(' ')}.`,
    ];
  }
  const path = refusal?.path === undefined ? '' : ` at ${refusal.path}`;
  return [
    `The bank rejects it: 400 ${refusal?.refused ?? ''}${path}.`,
    refusal?.text ?? '',
    ...(mistake === undefined ? [] : [`Found: ${mistake}`]),
    `To fix it: ${advice ?? ''}`,
  ];
}

/** What the lines say beside the explanation. */
interface Facts {
  readonly dump: RequestDump;
  readonly own: Buffer | undefined;
  readonly checked: { readonly issuer: boolean; readonly time: boolean };
}

function absoluteNote({ method, target }: RequestDump, origin: string): string {
  return `The request line has scheme and host (${origin}). It is checked as "${method} ${target}": send and sign path and query only.`;
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
