import type { SigningIdentity } from '@nordgate/signature';
import type { Command } from 'commander';
import { identityIn } from '../identity/read-identity.js';
import type { SealTrust } from '../seal/seal-check.js';
import { TppClient } from '../tpp-client.js';
import type { TppCall } from '../tpp-client.js';
import {
  certificateTextOf,
  fileOf,
  namedFileOf,
  passphrasesOf,
  sandboxFile,
  sandboxFolder,
  usable,
  UsageError,
} from './terminal.js';
import type { Terminal } from './terminal.js';

/** Options of commands that speak for a TPP. */
export interface ConnectionOptions {
  readonly sandbox: string;
  readonly url: string;
  readonly cert?: string;
  readonly key?: string;
  readonly redirectUri: string;
  readonly header: readonly string[];
}

/** Options of commands that make a request. */
export interface RequestOptions extends ConnectionOptions {
  readonly body?: string;
}

/** Options of commands that check an answer. */
export interface SealOptions {
  readonly sandbox: string;
  /** False for `--no-seal`. */
  readonly seal?: string | false;
  readonly sealCa?: string;
  readonly bank?: string;
}

/** The bank of `npm start` on this machine, with the port of its environment. */
function bankUrl({ GATEWAY_PORT: port } = process.env): string {
  return `http://127.0.0.1:${port === undefined || port === '' ? '8080' : port}`;
}

const collect = (value: string, earlier: readonly string[]) => [...earlier, value];

/** Adds the options of a request to a command. */
export function addRequestOptions(command: Command): Command {
  return addRedirectOption(addConnectionOptions(command)).option(
    '-d, --body <file>',
    'body, sent as JSON byte by byte; - reads standard input',
  );
}

/** Adds the option of the return address to a command. */
export function addRedirectOption(command: Command): Command {
  return command.option('--redirect-uri <uri>', 'TPP-Redirect-URI', 'https://tpp.example/back');
}

/** Adds the options of the bank, of the TPP's certificate and of headers to a command. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <address>', 'address of the interface', bankUrl())
    .option(
      '--cert <file>',
      'signing certificate: PEM, DER, or PKCS #12 with its key (default: the demo TPP of the sandbox)',
    )
    .option(
      '--key <file>',
      'its key: PEM, DER or PKCS #12; the passphrase is in NORDGATE_TPP_PASSPHRASE, or asked for',
    )
    .option('--sandbox <folder>', 'folder of the certificates of npm start', sandboxFolder())
    .option('-H, --header <header>', '"Name: value", or "Name:" to leave it out', collect, []);
}

/** Adds the options for the bank's seal to a command. */
export function addSealOptions(command: Command): Command {
  return command
    .option('--seal <file>', 'the bank’s seal, PEM or DER (default: bank-seal.pem of the sandbox)')
    .option('--no-seal', 'do not check the seal of the answer')
    .option('--seal-ca <file>', 'fetch the published seal and trust it by this CA (PEM or DER)')
    .option('--bank <id>', 'organizationIdentifier of the fetched seal');
}

/** The client of the options. @throws UsageError */
export async function clientOf(
  options: ConnectionOptions,
  terminal: Pick<Terminal, 'askSecret'>,
  seal?: SealTrust,
): Promise<TppClient> {
  const identity = await identityOf(options, terminal);
  const { url: baseUrl, redirectUri } = options;
  if (!URL.canParse(baseUrl)) throw new UsageError(`--url: ${baseUrl} is no address`);
  try {
    const origin = new URL(baseUrl).origin;
    const checked = seal && { seal };
    return new TppClient({
      baseUrl: origin,
      identity,
      redirectUri,
      coversTarget: true,
      ...checked,
    });
  } catch (error) {
    throw new UsageError(`--cert, --key or --seal: ${(error as Error).message}`);
  }
}

/** The call of the options. @throws UsageError */
export async function callOf(
  method: string,
  path: string,
  options: RequestOptions,
  readStdin: () => Promise<Buffer>,
): Promise<TppCall> {
  if (!methods.includes(method)) throw new UsageError(`method: one of ${methods.join(', ')}`);
  if (!path.startsWith('/')) throw new UsageError('path: it begins with /');
  const { body: file } = options;
  const call = { method: method as TppCall['method'], path, headers: headersOf(options.header) };
  if (file === undefined) return call;
  return { ...call, body: file === '-' ? await readStdin() : await fileOf(file, '--body') };
}

/** The trusted seal: a given file, the published seal, the sandbox's seal, or none. @throws UsageError */
export async function sealTrustOf(options: SealOptions): Promise<SealTrust | undefined> {
  const { seal, sealCa, bank, sandbox } = options;
  if (seal === false) return undefined;
  if (sealCa !== undefined || bank !== undefined) {
    if (sealCa === undefined || bank === undefined) {
      throw new UsageError('--seal-ca and --bank go together');
    }
    return {
      authorities: [await certificateTextOf(sealCa, '--seal-ca')],
      organizationIdentifier: bank,
    };
  }
  const file = seal ?? sandboxFile(sandbox, 'bank-seal.pem');
  return file === undefined ? undefined : { certificate: await certificateTextOf(file, '--seal') };
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

async function identityOf(
  { cert, key, sandbox }: ConnectionOptions,
  terminal: Pick<Terminal, 'askSecret'>,
): Promise<SigningIdentity> {
  const files = cert === undefined && key === undefined ? demoTpp(sandbox) : { cert, key };
  // A file alone has both, as PKCS #12 does.
  const certificate =
    files.cert === undefined
      ? await namedFileOf(files.key ?? '', '--key')
      : await namedFileOf(files.cert, '--cert');
  const keyFile =
    files.cert === undefined || files.key === undefined
      ? undefined
      : await namedFileOf(files.key, '--key');
  return usable(() => identityIn({ certificate, key: keyFile }, passphrasesOf(terminal)));
}

function demoTpp(sandbox: string): Pick<ConnectionOptions, 'cert' | 'key'> {
  const cert = sandboxFile(sandbox, 'demo-tpp.pem');
  const key = sandboxFile(sandbox, 'demo-tpp.key.pem');
  if (cert !== undefined && key !== undefined) return { cert, key };
  throw new UsageError(
    `there is no demo TPP in ${sandbox}: run npm start once, or give --cert and --key`,
  );
}

/** The headers of the option, by their lower-case names. @throws UsageError */
export function headersOf(lines: readonly string[]): Record<string, string | undefined> {
  const entries = lines.map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new UsageError(`--header: "Name: value", not "${line}"`);
    const value = line.slice(colon + 1).trim();
    return [line.slice(0, colon).trim().toLowerCase(), value === '' ? undefined : value] as const;
  });
  return Object.fromEntries(entries);
}
