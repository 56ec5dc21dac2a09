import type { FastifyInstance } from 'fastify';
import { requirementsOf } from './route.decorator.js';
import type { AnswerHeader } from './route.decorator.js';

/**
 * Services of the framework (NextGenPSD2 1.3.16) that this bank does not offer: the request header that asks
 * for one, and the header of the answer that declines it.
 */
const notOffered = [
  { asks: 'tpp-notification-uri', declines: 'aspsp-notification-support' },
  { asks: 'client-vop-requested', declines: 'aspsp-vop-supported' },
] as const;

/** The headers of every answer to what a TPP has created under a PSU's SCA: those that decline are among them. */
export const createdHeaders: readonly AnswerHeader[] = [
  'Location',
  'ASPSP-SCA-Approach',
  'ASPSP-Notification-Support',
  'ASPSP-VOP-Supported',
];

/** Tells a TPP that has created something under a PSU's SCA which of the services it asked for it does not get. */
export function addNotOffered(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 201 && isForPsu(request.routeOptions.config)) {
      for (const { asks, declines } of notOffered) {
        if (request.headers[asks] !== undefined) void reply.header(declines, 'false');
      }
    }
    done(null, payload);
  });
}

function isForPsu(config: Parameters<typeof requirementsOf>[0]): boolean {
  const requirements = requirementsOf(config);
  return (
    typeof requirements === 'object' &&
    (requirements.kind === 'initiation' || requirements.kind === 'accountAccess')
  );
}
