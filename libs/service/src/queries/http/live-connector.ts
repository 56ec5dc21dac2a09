import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { defined } from '@nordgate/decider';
import type { Current } from '../../host/secrets/secret-watch.js';
import type { CertificateAndKey } from '../../host/secrets/watched-files.js';

interface ConnectorOptions {
  /** Limit of one connection. */
  readonly timeoutMs: number;
  /** PEM of the authorities that certificates are checked with. Default: those that Node knows. */
  readonly ca?: Current<string> | undefined;
  /** The certificate and key of this side. Default: none. */
  readonly client?: Current<CertificateAndKey> | undefined;
  /** How names become IP addresses. Default: by the operating system. */
  readonly lookup?: LookupFunction | undefined;
}

/**
 * Opens connections of HTTP/1.1 with the certificates of now. After a change of them no session of an older
 * connection is resumed, because a resumed session checks no certificate.
 */
export function liveConnector({
  timeoutMs,
  ca,
  client,
  lookup,
}: ConnectorOptions): buildConnector.connector {
  const connectorWith = (pem: string | undefined, own: CertificateAndKey | undefined) =>
    buildConnector({ allowH2: false, timeout: timeoutMs, ...defined({ ca: pem, lookup }), ...own });
  const make = (pem = ca?.value, own = client?.value) => ({
    pem,
    own,
    connect: connectorWith(pem, own),
  });
  let made = make();
  return (options, done) => {
    if (ca?.value !== made.pem || client?.value !== made.own) made = make();
    made.connect(options, done);
  };
}

/** Whether the other side closed the connection before it sent a status. */
export function isStaleConnection(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}
