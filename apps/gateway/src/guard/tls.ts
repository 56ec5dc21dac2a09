import { unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { SecureContextOptions, Server } from 'node:tls';
import { mountedText, SettingsFault } from '@nordgate/service/process';
import type { Log } from '@nordgate/telemetry';

/** Where the certificate and its key are mounted, as PEM; the certificate with its chain. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

/** TLS 1.2 or higher (specification 5.1); HTTP/1.1 is all that is offered over it. */
const demands = { minVersion: 'TLSv1.2' } as const;

/** A client that does not finish its handshake is dropped. */
export const handshakeTimeoutMs = 10_000;

/** Reads the files. Throws SettingsFault when they cannot be read or do not belong together. */
export async function readTls(files: TlsFiles): Promise<SecureContextOptions> {
  const [cert, key] = await Promise.all([
    mountedText(files.certificate, 'GATEWAY_TLS_CERT_FILE'),
    mountedText(files.key, 'GATEWAY_TLS_KEY_FILE'),
  ]);
  const options = { ...demands, cert, key };
  try {
    createSecureContext(options);
  } catch (error) {
    throw new SettingsFault(`GATEWAY_TLS_CERT_FILE: ${(error as Error).message}`);
  }
  return options;
}

/**
 * Takes up a renewed certificate for the connections to come. Looks at the files themselves, as
 * platforms put new ones in place by turning links. While the two do not belong together, or cannot be
 * read, the old ones stay.
 *
 * @returns how to stop looking
 */
export function followTls(
  server: Server,
  files: TlsFiles,
  log: Log,
  everyMs = lookEveryMs,
): () => void {
  const reload = () => {
    readTls(files).then(
      (options) => {
        server.setSecureContext(options);
        log.info('the TLS certificate was renewed');
      },
      (error: unknown) => log.error({ err: error }, 'the old TLS certificate is kept'),
    );
  };
  const paths = [files.certificate, files.key];
  for (const path of paths) watchFile(path, { interval: everyMs, persistent: false }, reload);
  return () => {
    for (const path of paths) unwatchFile(path, reload);
  };
}

const lookEveryMs = 10_000;
