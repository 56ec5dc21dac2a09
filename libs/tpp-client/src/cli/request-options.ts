import type { Command } from 'commander';
import type { SigningIdentity } from '@nordgate/signature';
import type { SealTrust } from '../seal/seal-check.js';
import { TppClient } from '../tpp-client.js';
import type { TppCall } from '../tpp-client.js';
import { UsageFault } from './exit-codes.js';
import { fileOf, sandboxFile, textOf } from './files.js';

/** Options of commands that make a request. */
export interface RequestOptions {
  readonly sandbox: string;
  readonly url: string;
  readonly cert?: string;
  readonly key?: string;
  readonly redirectUri: string;
  readonly header: readonly string[];
  readonly body?: string;
}

/** Options of commands that look at an answer. */
export interface SealOptions {
  readonly sandbox: string;
  /** False for `--no-seal`. */
  readonly seal?: string | false;
  readonly sealCa?: string;
  readonly bank?: string;
}

const collect = (value: string, earlier: readonly string[]) => [...earlier, value];

/** Adds the options of a request to a command. */
export function addRequestOptions(command: Command): Command {
  return command
    .option('--url <address>', 'address of the interface', 'http://127.0.0.1:8080')
    .option(
      '--cert <file>',
      'PEM of the signing certificate (default: demo-tpp.pem of the sandbox)',
    )
    .option('--key <file>', 'PEM of its key (default: demo-tpp.key.pem of the sandbox)')
    .option('--sandbox <folder>', 'where npm start keeps its certificates', '.nordgate/sandbox')
    .option('--redirect-uri <uri>', 'TPP-Redirect-URI', 'https://tpp.example/back')
    .option('-H, --header <header>', '"Name: value", or "Name:" to leave it out', collect, [])
    .option('-d, --body <file>', 'body, sent as JSON octet by octet; - reads standard input');
}

/** Adds the options for the bank's seal to a command. */
export function addSealOptions(command: Command): Command {
  return command
    .option('--seal <file>', 'PEM of the bank’s seal (default: bank-seal.pem of the sandbox)')
    .option('--no-seal', 'do not look at the seal of the answer')
    .option('--seal-ca <file>', 'fetch the published seal and trust it by this CA (PEM)')
    .option('--bank <id>', 'organizationIdentifier that the fetched seal has to have');
}

/** The client that the options describe. Throws UsageFault. */
export async function clientOf(options: RequestOptions, seal?: SealTrust): Promise<TppClient> {
  const identity = await identityOf(options);
  const { url: baseUrl, redirectUri } = options;
  if (!URL.canParse(baseUrl)) throw new UsageFault(`--url: ${baseUrl} is no address`);
  try {
    const origin = new URL(baseUrl).origin;
    return new TppClient({ baseUrl: origin, identity, redirectUri, ...(seal ? { seal } : {}) });
  } catch (error) {
    throw new UsageFault(`--cert, --key or --seal: ${(error as Error).message}`);
  }
}

/** The call that the options describe. Throws UsageFault. */
export async function callOf(
  method: string,
  path: string,
  options: RequestOptions,
  readStdin: () => Promise<Buffer>,
): Promise<TppCall> {
  if (!methods.includes(method)) throw new UsageFault(`method: one of ${methods.join(', ')}`);
  if (!path.startsWith('/')) throw new UsageFault('path: it begins with /');
  const { body: file } = options;
  const call = { method: method as TppCall['method'], path, headers: headersOf(options.header) };
  if (file === undefined) return call;
  return { ...call, body: file === '-' ? await readStdin() : await fileOf(file, '--body') };
}

/** Whose answers are taken: a given file, what the bank publishes, the sandbox's, or anybody's. */
export async function sealTrustOf(options: SealOptions): Promise<SealTrust | undefined> {
  const { seal, sealCa, bank, sandbox } = options;
  if (seal === false) return undefined;
  if (sealCa !== undefined || bank !== undefined) {
    if (sealCa === undefined || bank === undefined) {
      throw new UsageFault('--seal-ca and --bank go together');
    }
    return { authorities: [await textOf(sealCa, '--seal-ca')], organizationIdentifier: bank };
  }
  const file = seal ?? sandboxFile(sandbox, 'bank-seal.pem');
  return file === undefined ? undefined : { certificate: await textOf(file, '--seal') };
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

async function identityOf({ cert, key, sandbox }: RequestOptions): Promise<SigningIdentity> {
  const certificate = cert ?? sandboxFile(sandbox, 'demo-tpp.pem');
  const keyFile = key ?? sandboxFile(sandbox, 'demo-tpp.key.pem');
  if (certificate === undefined || keyFile === undefined) {
    throw new UsageFault(
      `there is no demo TPP in ${sandbox}: run npm start once, or give --cert and --key`,
    );
  }
  return {
    certificate: await textOf(certificate, '--cert'),
    key: await textOf(keyFile, '--key'),
  };
}

function headersOf(lines: readonly string[]): Record<string, string | undefined> {
  const entries = lines.map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new UsageFault(`--header: "Name: value", not "${line}"`);
    const value = line.slice(colon + 1).trim();
    return [line.slice(0, colon).trim().toLowerCase(), value === '' ? undefined : value] as const;
  });
  return Object.fromEntries(entries);
}
