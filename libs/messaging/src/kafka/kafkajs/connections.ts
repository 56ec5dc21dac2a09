import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** A connection to a broker. */
interface Connection {
  /** The parts of an answer that has not come as a whole, and what is missing until the next look. */
  chunks: Buffer[];
  bytesBuffered: number;
  bytesNeeded: number;
  isConnected(): boolean;
  connect: (this: Connection) => Promise<boolean>;
  readonly socket?: Socket;
  send: (this: Connection, call: object) => Promise<unknown>;
}

/** Repairs how kafkajs goes on with a connection that was lost or says nothing: points 8 and 10 of `adapter.ts`. */
export function repairConnections(): void {
  const load = createRequire(import.meta.url);
  const { prototype } = load('kafkajs/src/network/connection.js') as {
    readonly prototype: Connection;
  };
  closeWhenSilent(prototype);
  forgetCutAnswers(prototype);
}

/** Closes a connection on which a request had no answer in time; kafkajs then makes another one for the next request. */
function closeWhenSilent(prototype: Connection): void {
  const { send } = prototype;
  prototype.send = async function (call) {
    try {
      return await send.call(this, call);
    } catch (error) {
      if (error instanceof Error && error.name === 'KafkaJSRequestTimeoutError') {
        this.socket?.destroy(error);
      }
      throw error;
    }
  };
}

/** An answer begins with its size, in four bytes. */
const sizeBytes = 4;

/** Drops the first part of an answer before the connection is made again. */
function forgetCutAnswers(prototype: Connection): void {
  const { connect } = prototype;
  prototype.connect = function () {
    if (!this.isConnected()) {
      this.chunks = [];
      this.bytesBuffered = 0;
      this.bytesNeeded = sizeBytes;
    }
    return connect.call(this);
  };
}
