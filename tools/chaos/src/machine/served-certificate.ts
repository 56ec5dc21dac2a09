import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A server of this machine that has TLS from the first byte, or after a request of PostgreSQL's protocol. */
export interface TlsServer {
  readonly name: string;
  readonly port: number;
  readonly protocol: 'tls' | 'postgres';
}

/** PostgreSQL's SSLRequest: its length and its code (PostgreSQL, "Message Formats"). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const limitMs = 5000;

/**
 * The serial number of the certificate that a server presents to a new connection.
 *
 * @throws Error when the server does not answer, or has no TLS
 */
export async function servedSerial({ name, port, protocol }: TlsServer): Promise<string> {
  const socket = connectTcp(port, '127.0.0.1');
  const limit = setTimeout(() => socket.destroy(new Error(`${name} does not answer`)), limitMs);
  try {
    await once(socket, 'connect');
    if (protocol === 'postgres') await requestTls(socket);
    // Whether clients trust it is decided by the apps.
    const secured = connectTls({ socket, rejectUnauthorized: false });
    await once(secured, 'secureConnect');
    return secured.getPeerCertificate().serialNumber;
  } finally {
    clearTimeout(limit);
    socket.destroy();
  }
}

async function requestTls(socket: Socket): Promise<void> {
  socket.write(sslRequest);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (answer.toString() !== 'S') throw new Error('PostgreSQL has no TLS');
}
