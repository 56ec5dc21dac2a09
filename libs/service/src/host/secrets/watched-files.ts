import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mountedText } from '../settings/mounted-settings.js';
import { SettingsError } from '../settings/read-settings.js';
import { absent, fileStamp } from '../trust/mounted-value.js';
import type { Current, SecretWatch } from './secret-watch.js';

/** Settings that name files which are used together, with the path of each. */
type Paths<Setting extends string> = Readonly<Record<Setting, string>>;

/** How the texts of the files become one value. */
interface Reading<Setting extends string, Value> {
  /** Throws SettingsError with the fault, which repeats no secret. */
  readonly read: (texts: Readonly<Record<Setting, string>>) => Value;
  /** What the log may say about the value. Default: nothing. */
  readonly names?: (value: Value) => string;
  /** When a certificate of the value ends. */
  readonly expiresAt?: (value: Value) => Date | undefined;
}

/**
 * Reads files that settings name, and again when they change. Files of a pair take effect together. In the log and
 * in metrics the first setting names them.
 */
export function watchFiles<Setting extends string, Value>(
  watch: SecretWatch,
  paths: Paths<Setting>,
  { read, names = () => '', expiresAt }: Reading<Setting, Value>,
): Promise<Current<Value>> {
  const settings = Object.keys(paths) as Setting[];
  const source = {
    // `read` names the file that is absent.
    stamp: () => fileStamp(Object.values<string>(paths)).catch(() => absent),
    read: async () => {
      const texts = await Promise.all(
        settings.map(async (one) => [one, await mountedText(paths[one], one)] as const),
      );
      return read(Object.fromEntries(texts) as Record<Setting, string>);
    },
  };
  return watch.open(settings[0] ?? '', source, names, expiresAt);
}

/** The certificates of authorities as PEM, read again when the file changes; undefined without a path. */
export async function watchAuthorities(
  watch: SecretWatch,
  setting: string,
  path: string | undefined,
): Promise<Current<string> | undefined> {
  if (path === undefined) return undefined;
  return watchFiles(
    watch,
    { [setting]: path },
    {
      read: ({ [setting]: text = '' }) => {
        certificatesOf(text, setting, path);
        return text;
      },
      names: (pem) => `${String(certificatesOf(pem, setting, path).length)} certificates`,
      // While one authority lasts, a renewed one is there.
      expiresAt: (pem) => lastEnd(certificatesOf(pem, setting, path)),
    },
  );
}

/** A certificate with its chain, and its key, as PEM. */
export interface CertificateAndKey {
  readonly cert: string;
  readonly key: string;
}

/** A certificate and its key, read again together; undefined without paths. Throws SettingsError. */
export async function watchCertificate<Cert extends string, Key extends string>(
  watch: SecretWatch,
  [certSetting, certPath]: readonly [Cert, string | undefined],
  [keySetting, keyPath]: readonly [Key, string | undefined],
): Promise<Current<CertificateAndKey> | undefined> {
  if (certPath === undefined && keyPath === undefined) return undefined;
  if (certPath === undefined || keyPath === undefined) {
    throw new SettingsError(`${certSetting} and ${keySetting} go together`);
  }
  const paths = { [certSetting]: certPath, [keySetting]: keyPath };
  return watchFiles(watch, paths, {
    read: ({ [certSetting]: cert = '', [keySetting]: key = '' }) => {
      certificatesOf(cert, certSetting, certPath);
      requirePem(key, keySetting, keyPath);
      if (!isPair({ cert, key })) {
        throw new SettingsError(
          `${certSetting}: ${certPath} and its key (${keySetting}) do not belong together`,
        );
      }
      return { cert, key };
    },
    names: ({ cert }) => new X509Certificate(cert).serialNumber,
    expiresAt: ({ cert }) => new X509Certificate(cert).validToDate,
  });
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

/** Throws SettingsError for a file that has none, or one that cannot be read. */
function certificatesOf(text: string, setting: string, path: string): readonly X509Certificate[] {
  requirePem(text, setting, path);
  const blocks = text.match(certificateBlock) ?? [];
  try {
    if (blocks.length > 0) return blocks.map((block) => new X509Certificate(block));
  } catch {
    // The error of the parser says less than this one.
  }
  throw new SettingsError(`${setting}: ${path} has to be certificates in PEM`);
}

function requirePem(text: string, setting: string, path: string): void {
  if (text.includes('-----BEGIN ')) return;
  throw new SettingsError(`${setting}: ${path} is not a PEM file`);
}

function isPair({ cert, key }: CertificateAndKey): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function lastEnd(certificates: readonly X509Certificate[]): Date | undefined {
  const ends = certificates.map(({ validToDate }) => validToDate.getTime());
  return new Date(Math.max(...ends));
}
