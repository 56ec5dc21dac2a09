import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { SecureContextOptions, Server } from 'node:tls';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { noteInUse } from '../host/secrets/secret-watch.js';
import { mountedText, refusePlaintext } from '../host/settings/mounted-settings.js';
import type { PlaintextSettings } from '../host/settings/mounted-settings.js';
import { SettingsError } from '../host/settings/read-settings.js';
import { absent, fileStamp } from '../host/trust/mounted-value.js';

/** The servers of the bank that can have a certificate: their settings begin with this word. */
export type TlsServer = 'GATEWAY' | 'SCA' | 'INTERNAL';

/** Paths of a server's mounted certificate, with its chain, and of its key, as PEM. */
export interface TlsFiles {
  readonly server: TlsServer;
  readonly certificate: string;
  readonly key: string;
}

type TlsSettings<Of extends TlsServer> = PlaintextSettings &
  Readonly<Partial<Record<`${Of}_TLS_CERT_FILE` | `${Of}_TLS_KEY_FILE`, string>>>;

/** TLS 1.2 or higher (specification 5.1). Only HTTP/1.1 is offered over it. */
const required = { minVersion: 'TLSv1.2' } as const;

/** A client that does not finish its handshake is dropped. */
export const handshakeTimeoutMs = 10_000;

/**
 * The files that `<server>_TLS_CERT_FILE` and `<server>_TLS_KEY_FILE` name; undefined for a server
 * without TLS, which production has to be told of (`NORDGATE_PLAINTEXT_TO`). Throws SettingsError, also
 * when the files cannot be used.
 */
export async function tlsFilesOf<Of extends TlsServer>(
  server: Of,
  settings: TlsSettings<Of>,
): Promise<TlsFiles | undefined> {
  const [certName, keyName] = [`${server}_TLS_CERT_FILE`, `${server}_TLS_KEY_FILE`] as const;
  const { [certName]: certificate, [keyName]: key } = settings as TlsSettings<TlsServer>;
  if (certificate === undefined && key === undefined) {
    refusePlaintext(server === 'INTERNAL' ? 'internal' : 'edge', settings, certName);
    return undefined;
  }
  if (certificate === undefined || key === undefined) {
    throw new SettingsError(`${certName} and ${keyName} go together`);
  }
  const files = { server, certificate, key };
  await readTls(files);
  return files;
}

/** The options of a server, with the PEM of its certificate. */
type ReadTls = SecureContextOptions & { readonly cert: string };

/** Reads the files. Throws SettingsError when they cannot be read, have expired or do not belong together. */
export async function readTls(files: TlsFiles): Promise<ReadTls> {
  const [cert, key] = await Promise.all([
    mountedText(files.certificate, `${files.server}_TLS_CERT_FILE`),
    mountedText(files.key, `${files.server}_TLS_KEY_FILE`),
  ]);
  const options = { ...required, cert, key };
  try {
    createSecureContext(options);
    requireValid(new X509Certificate(cert), new Date());
  } catch (error) {
    throw new SettingsError(`${files.server}_TLS_CERT_FILE: ${(error as Error).message}`);
  }
  return options;
}

function requireValid({ validFromDate, validToDate }: X509Certificate, now: Date): void {
  const [from, to] = [validFromDate, validToDate].map((date) => date.toISOString());
  if (now < validFromDate) throw new Error(`the certificate is not valid before ${String(from)}`);
  if (now > validToDate) throw new Error(`the certificate has expired at ${String(to)}`);
}

/**
 * Uses a renewed certificate for new connections. Polls the files, because platforms replace them by
 * changing links. The old pair stays while the new files cannot be read or do not belong together.
 *
 * @returns stops the polling
 */
export function followTls(
  server: Server,
  files: TlsFiles,
  log: Log,
  everyMs = pollEveryMs,
): () => void {
  const follower = new FollowedTls(server, files, log);
  let looking: Promise<void> | undefined;
  const look = () => void (looking ??= follower.look().finally(() => (looking = undefined)));
  // At once: the files may have changed since the server has read them.
  look();
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}

/** The files of a running server, and which version of them it uses. */
class FollowedTls {
  /** The stamp of the files that the server uses; undefined before the first look. */
  private used: string | undefined;
  /** The stamp of files that cannot be used, so that the log tells of them once. */
  private refused: string | undefined;

  constructor(
    private readonly server: Server,
    private readonly files: TlsFiles,
    private readonly log: Log,
  ) {}

  /** Uses the files if they have changed. Never rejects. */
  async look(): Promise<void> {
    const { certificate, key } = this.files;
    const stamp = await fileStamp([certificate, key]).catch(() => absent);
    if (stamp === this.used || stamp === this.refused) return;
    try {
      this.use(await readTls(this.files), stamp);
    } catch (error) {
      this.refused = stamp;
      this.note(stamp !== absent);
      this.log.error({ err: error }, 'The new TLS certificate cannot be used. The old one stays.');
    }
  }

  private use(options: ReadTls, stamp: string): void {
    this.server.setSecureContext(options);
    const isFirst = this.used === undefined;
    this.used = stamp;
    this.refused = undefined;
    this.note(false);
    const end = new X509Certificate(options.cert).validToDate;
    const labels = { [attributeNames.certificate]: `${this.files.server.toLowerCase()}-tls` };
    instrumentsOf().certificateEnd.record(end.getTime() / 1000, labels);
    if (!isFirst) this.log.info('The TLS certificate was renewed.');
  }

  private note(isBehind: boolean): void {
    noteInUse(`${this.files.server}_TLS_CERT_FILE`, isBehind);
  }
}

const pollEveryMs = 10_000;
