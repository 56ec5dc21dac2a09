import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A request before serialisation. */
interface ReadyRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** How to send requests. */
interface Load {
  readonly connections: number;
  /** The status that each answer must have. */
  readonly status: number;
  /** Told of each whole answer. */
  readonly onAnswer?: (answer: Buffer) => void;
}

/** The bytes of a request on a kept connection. */
export function requestBytes({ method, path, headers, body }: ReadyRequest, host: string): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${String(body?.length ?? 0)}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${length}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]);
}

/**
 * Sends all requests over this many connections, one at a time on each. It reads only the status and the
 * length of an answer, to leave the processor to the measured server.
 *
 * @returns answers per second; rejects at an answer of another status
 */
export async function requestsPerSecond(
  url: string,
  requests: readonly Buffer[],
  { connections, status, onAnswer }: Load,
): Promise<number> {
  const { hostname, port } = new URL(url);
  const queue = requests.values();
  const started = performance.now();
  const sendAll = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    try {
      for (const request of queue) {
        const answer = await exchange(socket, request, status);
        onAnswer?.(answer);
      }
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, sendAll));
  return requests.length / ((performance.now() - started) / 1000);
}

function exchange(socket: Socket, request: Buffer, status: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let seen: Buffer = Buffer.alloc(0);
    const onData = (part: Buffer) => {
      seen = seen.length === 0 ? part : Buffer.concat([seen, part]);
      const length = answerLength(seen);
      if (length === undefined || seen.length < length) return;
      socket.off('data', onData).off('error', reject);
      const line = seen.toString('latin1', 0, seen.indexOf('\r\n'));
      if (line.includes(` ${String(status)} `)) resolve(seen);
      else reject(new Error(`the bank answered ${line}`));
    };
    socket.on('data', onData).once('error', reject);
    socket.write(request);
  });
}

/** The length of the answer. Undefined until its head is complete. */
function answerLength(seen: Buffer): number | undefined {
  const end = seen.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(seen.toString('latin1', 0, end + 2))?.[1];
  return end + 4 + Number(length ?? 0);
}
