import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A bare connection to a server. */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), noDelay: true });
}

/** Writes bytes as they are. Returns everything that comes back until the other side ends. */
export async function rawRequest(url: string, bytes: string | Buffer): Promise<string> {
  const socket = openSocket(url);
  socket.write(bytes);
  return receivedBy(socket);
}

/** Everything that comes until the other side ends or drops the connection. */
export async function receivedBy(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const part of socket) parts.push(part as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
  return Buffer.concat(parts).toString();
}

/** The bytes of a request: a request line and headers, then the body as it is. */
export function bytesOf(lines: readonly string[], body: string | Buffer = ''): Buffer {
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
}

/** The statuses of all received answers, in their order. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
