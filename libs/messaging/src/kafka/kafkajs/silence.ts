import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** A connection to a broker, as kafkajs keeps it. */
export interface HeardConnection {
  readonly socket?: Socket;
  /** How long a request waits for its answer, unless it says that it waits longer. */
  readonly requestTimeout: number;
  readonly requestQueue: {
    readonly inflight: ReadonlyMap<unknown, { readonly requestTimeout: number }>;
  };
}

/** When brokers were last heard on the connections of a process: point 8 of `adapter.ts`. */
export class HeardBrokers {
  private readonly heardAtMs = new Map<HeardConnection, number>();

  /** Listens on the socket that the connection has now, until the socket is closed. */
  watch(connection: HeardConnection): void {
    const { socket } = connection;
    if (socket === undefined || socket.destroyed) return;
    const heard = () => this.heardAtMs.set(connection, performance.now());
    heard();
    socket.on('data', heard);
    socket.once('close', () => {
      if (connection.socket === socket) this.heardAtMs.delete(connection);
    });
  }

  /**
   * A broker has not answered a request in time, so the network may have lost all connections of the process. Closes those on which
   * no broker was heard in the second half of that time. An idle one that works is made again when it is needed.
   */
  async closeSilent(late: HeardConnection, reason: Error): Promise<void> {
    late.socket?.destroy(reason);
    // What has come while the process stood still is read first.
    await turn();
    const sinceMs = performance.now() - late.requestTimeout / 2;
    for (const [connection, heardAtMs] of this.heardAtMs) {
      if (heardAtMs > sinceMs || isLongWait(connection)) continue;
      connection.socket?.destroy(
        new Error(`nothing was heard on the connection, and on another one: ${reason.message}`),
      );
    }
  }
}

/** Whether the broker may be silent for longer: a join waits for the other members of the group. */
function isLongWait({ requestQueue, requestTimeout }: HeardConnection): boolean {
  return [...requestQueue.inflight.values()].some(
    (request) => request.requestTimeout > requestTimeout,
  );
}
