import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hasBody } from './request-limits.hook.js';

/** How much of a refused body is thrown away, and for how long, before the connection is dropped. */
const drainedBytesMax = 256 * 1024;
const drainedMsMax = 1000;

/**
 * Ends the connection with each answer that leaves before the body of its request has arrived: the
 * body of a refused request is neither read nor waited for.
 */
export function addUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (!hasBody(raw) || raw.complete) return done(null, payload);
    // Node may still be parsing the packet that has the end of the body.
    setImmediate(() => {
      endUnread(raw, reply);
      done(null, payload);
    });
  });
}

/** Does the same for an answer that no hook sees. */
export function endUnread(raw: IncomingMessage, reply: FastifyReply): void {
  const { socket } = raw;
  if (!hasBody(raw) || raw.complete || raw.destroyed) return;
  void reply.header('connection', 'close');
  // Node calls this after the answer. To drop the connection at once would reset it, and a client that
  // is still sending would lose the answer (RFC 9112 section 9.6).
  socket.destroySoon = () => drain(socket);
}

function drain(socket: Socket): void {
  let left = drainedBytesMax;
  const timer = setTimeout(() => socket.destroy(), drainedMsMax);
  socket.once('close', () => clearTimeout(timer));
  const count = ({ length }: Buffer) => {
    left -= length;
    if (left < 0) socket.destroy();
  };
  // The first listener takes the socket back from Node's parser; no later request is read.
  socket.on('data', count).removeAllListeners('data').on('data', count).resume();
  socket.end();
}
