import type { Health } from '@nordgate/telemetry';
import type { FastifyInstance } from 'fastify';

/**
 * Asks clients to close their connection after the response while the process stops (RFC 9112, section
 * 9.6). A kept connection leads to the stopping process however soon a balancer leaves it out, so the
 * next request of the client must go to another replica. Use it with `return503OnClosing: false`, so that
 * a request on a kept connection is still served.
 */
export function addConnectionClose(fastify: FastifyInstance, health: Health): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (health.isStopping) void reply.header('connection', 'close');
    done(null, payload);
  });
}
