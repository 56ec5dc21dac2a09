import { unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { SecureContextOptions, Server } from 'node:tls';
import { mountedText, SettingsError } from '@nordgate/service/process';
import type { Log } from '@nordgate/telemetry';

/** Paths of the mounted certificate, with its chain, and of its key, as PEM. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

/** TLS 1.2 or higher (specification 5.1). Only HTTP/1.1 is offered over it. */
const required = { minVersion: 'TLSv1.2' } as const;

/** A client that does not finish its handshake is dropped. */
export const handshakeTimeoutMs = 10_000;

/** Reads the files. Throws SettingsError when they cannot be read or do not belong together. */
export async function readTls(files: TlsFiles): Promise<SecureContextOptions> {
  const [cert, key] = await Promise.all([
    mountedText(files.certificate, 'GATEWAY_TLS_CERT_FILE'),
    mountedText(files.key, 'GATEWAY_TLS_KEY_FILE'),
  ]);
  const options = { ...required, cert, key };
  try {
    createSecureContext(options);
  } catch (error) {
    throw new SettingsError(`GATEWAY_TLS_CERT_FILE: ${(error as Error).message}`);
  }
  return options;
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
  const reload = () => {
    readTls(files).then(
      (options) => {
        server.setSecureContext(options);
        log.info('The TLS certificate was renewed.');
      },
      (error: unknown) =>
        log.error({ err: error }, 'The new TLS certificate cannot be used. The old one stays.'),
    );
  };
  const paths = [files.certificate, files.key];
  for (const path of paths) watchFile(path, { interval: everyMs, persistent: false }, reload);
  return () => {
    for (const path of paths) unwatchFile(path, reload);
  };
}

const pollEveryMs = 10_000;
