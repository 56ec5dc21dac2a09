import type { LookupFunction } from 'node:net';
import { defined } from '@nordgate/decider';
import { buildConnector } from 'undici';
import type { Current } from '../../host/secrets/secret-watch.js';

export interface ConnectorOptions {
  /** Limit of one connection. */
  readonly timeoutMs: number;
  /** PEM of the authorities that certificates are checked with. Default: those that Node knows. */
  readonly ca?: Current<string>;
  /** How names become IP addresses. Default: by the operating system. */
  readonly lookup?: LookupFunction;
}

/**
 * Opens connections of HTTP/1.1 with the authorities of now. After a change of the authorities no session of an older
 * connection is resumed, because a resumed session checks no certificate.
 */
export function liveConnector({
  timeoutMs,
  ca,
  lookup,
}: ConnectorOptions): buildConnector.connector {
  const connectorWith = (pem: string | undefined) =>
    buildConnector({ allowH2: false, timeout: timeoutMs, ...defined({ ca: pem, lookup }) });
  let made = { pem: ca?.value, connect: connectorWith(ca?.value) };
  return (options, done) => {
    const pem = ca?.value;
    if (pem !== made.pem) made = { pem, connect: connectorWith(pem) };
    made.connect(options, done);
  };
}
