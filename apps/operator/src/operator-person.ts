import { createPrivateKey, X509Certificate } from 'node:crypto';
import { access } from 'node:fs/promises';
import {
  certificateProof,
  mountedText,
  personFiles,
  SettingsError,
} from '@nordgate/service/settings';
import type { PersonCertificate } from '@nordgate/service/settings';
import { processInput, standardInput } from './standard-input.js';
import type { OperatorInput } from './standard-input.js';

/** Where the command finds the identity of the person at the keyboard. */
export interface PersonReach {
  readonly OPERATOR_TOKEN_FILE?: string | undefined;
  readonly OPERATOR_CERT_FILE?: string | undefined;
  readonly OPERATOR_KEY_FILE?: string | undefined;
  readonly NORDGATE_SECRETS_DIR: string;
  /** The name of `--as`. */
  readonly as?: string | undefined;
}

/** Proves to a service who requests this; undefined where the command knows nobody. */
export type ProvePerson = (request: {
  readonly service: string;
  readonly body: string;
}) => Promise<string | undefined>;

/** The person of a bank on one machine, where `--as` names none. */
const localPerson = 'operator';

/**
 * The identity of the settings: a token, a certificate, or one of the certificates that a bank on one machine has made.
 * Throws SettingsError when a file of the settings or the standard input cannot be used.
 */
export async function personAt(
  reach: PersonReach,
  input: OperatorInput = processInput,
): Promise<ProvePerson> {
  const { OPERATOR_TOKEN_FILE: token, OPERATOR_CERT_FILE: certificate } = reach;
  const { OPERATOR_KEY_FILE: key, NORDGATE_SECRETS_DIR: folder, as = localPerson } = reach;
  if (token !== undefined) return tokenIn(token, input);
  if (certificate !== undefined || key !== undefined) {
    if (certificate === undefined || key === undefined) {
      throw new SettingsError('OPERATOR_CERT_FILE and OPERATOR_KEY_FILE have to be set together');
    }
    if (certificate === standardInput && key === standardInput) return personOfInput(input);
    return provingWith(await personIn({ certificate, key }));
  }
  const local = personFiles(folder, as);
  if (!/^[\w.-]+$/.test(as) || !(await exists(local.certificate))) {
    return nobody;
  }
  return provingWith(await personIn(local));
}

const tokenSetting = 'OPERATOR_TOKEN_FILE';
const certificateSetting = 'OPERATOR_CERT_FILE';

/** Tokens are short-lived, and something else renews the file. Throws SettingsError when the standard input has none. */
function tokenIn(file: string, input: OperatorInput): ProvePerson {
  if (file !== standardInput) return () => mountedText(file, tokenSetting);
  const token = input.identity();
  // A certificate may have its key behind it, and a key never leaves this process.
  if (token === '' || isPem(token)) {
    throw new SettingsError(`${tokenSetting}: the standard input has no token`);
  }
  return () => Promise.resolve(token);
}

/**
 * The person of a command in a pod: a certificate with its key, or a token. Nobody when the input is empty, or has only the body
 * that a command has asked for. Throws SettingsError.
 */
function personOfInput(input: OperatorInput): ProvePerson {
  const identity = input.identity();
  if (identity === '') {
    if (!input.hasRest()) return nobody;
    throw new SettingsError(
      `${certificateSetting}: the standard input has no certificate and no token`,
    );
  }
  if (!isPem(identity)) return () => Promise.resolve(identity);
  return provingWith(
    personOf(identity, identity, { certificate: standardInput, key: standardInput }),
  );
}

const isPem = (identity: string) => identity.startsWith('-----BEGIN');

const nobody: ProvePerson = () => Promise.resolve(undefined);

function provingWith(person: PersonCertificate): ProvePerson {
  return (request) => certificateProof(person, request);
}

/** Throws SettingsError, which never repeats a key. */
async function personIn(files: PersonFiles): Promise<PersonCertificate> {
  const [chain, key] = await Promise.all([
    mountedText(files.certificate, certificateSetting),
    mountedText(files.key, 'OPERATOR_KEY_FILE'),
  ]);
  return personOf(chain, key, files);
}

interface PersonFiles {
  readonly certificate: string;
  readonly key: string;
}

/** Throws SettingsError, which never repeats a key. */
function personOf(chain: string, key: string, files: PersonFiles): PersonCertificate {
  try {
    const blocks = chain.match(certificateBlock) ?? [];
    const certificates = blocks.map((pem) => new X509Certificate(pem));
    const privateKey = createPrivateKey(keyBlock.exec(key)?.[0] ?? key);
    if (certificates[0]?.checkPrivateKey(privateKey) === true) {
      return { chain: certificates, key: privateKey };
    }
  } catch {
    // The same fault as for a key of another certificate.
  }
  throw new SettingsError(
    `${certificateSetting}: ${files.certificate} has to be a certificate in PEM, and ${files.key} its key`,
  );
}

/** The input of a pod has the certificate before it. */
const keyBlock = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[^-]+-----END \1-----/u;
const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
