import { createRequire } from 'node:module';
import { HeardBrokers } from './silence.js';
import type { HeardConnection } from './silence.js';

/** A connection to a broker. */
interface Connection extends HeardConnection {
  /** The parts of an answer that has not come as a whole, and what is missing until the next look. */
  chunks: Buffer[];
  bytesBuffered: number;
  bytesNeeded: number;
  isConnected(): boolean;
  connect: (this: Connection) => Promise<boolean>;
  send: (this: Connection, call: object) => Promise<unknown>;
}

/** Repairs how kafkajs goes on with a connection that was lost or says nothing: points 8 and 10 of `adapter.ts`. */
export function repairConnections(): void {
  const load = createRequire(import.meta.url);
  const { prototype } = load('kafkajs/src/network/connection.js') as {
    readonly prototype: Connection;
  };
  const heard = new HeardBrokers();
  closeWhenSilent(prototype, heard);
  connectFromTheStart(prototype, heard);
}

/** Closes a connection on which a request had no answer in time, and others like it; kafkajs then makes other ones for the next requests. */
function closeWhenSilent(prototype: Connection, heard: HeardBrokers): void {
  const { send } = prototype;
  prototype.send = async function (call) {
    try {
      return await send.call(this, call);
    } catch (error) {
      if (error instanceof Error && error.name === 'KafkaJSRequestTimeoutError') {
        await heard.closeSilent(this, error);
      }
      throw error;
    }
  };
}

/** An answer begins with its size, in four bytes. */
const sizeBytes = 4;

/** Drops the first part of an answer before the connection is made again, and listens to the broker. */
function connectFromTheStart(prototype: Connection, heard: HeardBrokers): void {
  const { connect } = prototype;
  prototype.connect = function () {
    if (this.isConnected()) return connect.call(this);
    this.chunks = [];
    this.bytesBuffered = 0;
    this.bytesNeeded = sizeBytes;
    const connected = connect.call(this);
    heard.watch(this);
    return connected;
  };
}
