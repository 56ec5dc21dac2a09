import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PSD2_ROLES } from '@nordgate/signature';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { Psd2Role } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature/issue';
import { Command, InvalidArgumentError } from 'commander';
import { privateKeyOf } from '../identity/read-identity.js';
import {
  certificateTextOf,
  exitCodesHelp,
  namedFileOf,
  passphrasesOf,
  sandboxFile,
  sandboxFolder,
  usable,
  UsageError,
} from './terminal.js';
import type { Terminal } from './terminal.js';

interface CertificateOptions {
  readonly out: string;
  readonly name: string;
  readonly id: string;
  readonly roles: readonly Psd2Role[];
  readonly days: number;
  readonly ca?: string;
  readonly caKey?: string;
  readonly newCa?: boolean;
  readonly sandbox: string;
}

/** `certificate`: creates a TPP's certificate, and a CA for it unless one is given. */
export function certificateCommand(terminal: Terminal): Command {
  return new Command('certificate')
    .description('make a test certificate of a TPP, by the CA of the sandbox or by a new test CA')
    .option('--out <folder>', 'folder for the PEM files', 'tpp-certificate')
    .option('--name <name>', 'organisation of the TPP', 'Test TPP AS')
    .option('--id <id>', 'organizationIdentifier', 'PSDNO-FSA-900000003')
    .option('--roles <roles>', `some of ${PSD2_ROLES.join(',')}`, rolesOf, ['PSP_PI', 'PSP_AI'])
    .option('--days <days>', 'validity in days, from an hour ago', daysOf, 365)
    .option('--ca <file>', 'a CA, PEM or DER (default: the CA of the sandbox, if there is one)')
    .option('--ca-key <file>', 'its key: PEM, DER or PKCS #12, encrypted or not')
    .option('--new-ca', 'make a test CA, also beside a sandbox')
    .option('--sandbox <folder>', 'folder of the certificates of npm start', sandboxFolder())
    .addHelpText('after', examples)
    .action(async (options: CertificateOptions) => {
      const written = await make(options, terminal);
      terminal.out(written.join('\n'));
    });
}

async function make(options: CertificateOptions, terminal: Terminal): Promise<string[]> {
  const now = Date.now();
  const validity = {
    validFrom: new Date(now - 3_600_000),
    validTo: new Date(now + options.days * 86_400_000),
  };
  const given = await givenCa(options, terminal);
  const ca =
    given ??
    (await issueSandboxCa({ ...validity, commonName: 'Test CA', organisation: 'Test CA' }));
  const { name: organisation, id: organizationIdentifier, roles } = options;
  const names = { commonName: organisation, organisation, organizationIdentifier };
  const tpp = await issueTppSeal({ ...validity, ...names, ca, roles }).catch((error: Error) => {
    throw new UsageError(`--ca: ${error.message}`);
  });
  await mkdir(options.out, { recursive: true, mode: 0o700 });
  const issued = given === undefined ? await write(options.out, 'ca', ca) : [];
  return [...issued, ...(await write(options.out, 'tpp', tpp))];
}

/** The files of a CA. */
interface CaFiles {
  readonly certificate: string;
  readonly key: string;
  /** It is that of the sandbox: the bank of this machine accepts the certificate. */
  readonly isSandbox: boolean;
}

async function givenCa(
  options: CertificateOptions,
  terminal: Terminal,
): Promise<IssuedPem | undefined> {
  const files = caFilesOf(options);
  if (files === undefined) return undefined;
  const file = await namedFileOf(files.key, '--ca-key');
  const key = await usable(() => privateKeyOf(file, passphrasesOf(terminal)));
  if (files.isSandbox) terminal.err(`issued by the CA of the sandbox, ${files.certificate}`);
  return {
    certificate: await certificateTextOf(files.certificate, '--ca'),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The CA of the options, else that of the sandbox if there is one. */
function caFilesOf({ ca, caKey, newCa = false, sandbox }: CertificateOptions): CaFiles | undefined {
  if (ca !== undefined && caKey !== undefined) {
    if (newCa) throw new UsageError('--new-ca goes without --ca and --ca-key');
    return { certificate: ca, key: caKey, isSandbox: false };
  }
  if (ca !== undefined || caKey !== undefined) {
    throw new UsageError('--ca and --ca-key go together');
  }
  const certificate = newCa ? undefined : sandboxFile(sandbox, 'ca.pem');
  const key = newCa ? undefined : sandboxFile(sandbox, 'ca.key.pem');
  return certificate === undefined || key === undefined
    ? undefined
    : { certificate, key, isSandbox: true };
}

/** Never overwrites a file: a lost key cannot be restored. */
async function write(folder: string, name: string, pem: IssuedPem): Promise<string[]> {
  const files = [join(folder, `${name}.key.pem`), join(folder, `${name}.pem`)] as const;
  const options = { flag: 'wx', mode: 0o600 } as const;
  try {
    await writeFile(files[0], pem.key, options);
    await writeFile(files[1], pem.certificate, options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `--out: ${code === 'EEXIST' ? `${name}.pem or its key is there` : message}`,
    );
  }
  return [files[1], files[0]];
}

function rolesOf(text: string): Psd2Role[] {
  const roles = text.split(',');
  const known: readonly string[] = PSD2_ROLES;
  if (roles.every((one) => known.includes(one))) return roles as Psd2Role[];
  throw new InvalidArgumentError(`Roles are ${PSD2_ROLES.join(', ')}.`);
}

function daysOf(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= -3650 && days <= 3650) return days;
  throw new InvalidArgumentError('A whole number up to 3650; below 0 for one that has expired.');
}

const examples = `
Examples:
  nordgate-tpp certificate --out my-tpp
  nordgate-tpp certificate --out my-tpp --ca my-ca.pem --ca-key my-ca.key.pem
  nordgate-tpp certificate --out only-accounts --roles PSP_AI --id PSDNO-FSA-123456789
${exitCodesHelp}`;
