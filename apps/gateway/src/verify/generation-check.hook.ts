import type { Worlds } from '@nordgate/service';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/caller.js';
import { requirementsOf } from '../request/route.decorator.js';
import type { VerifiedRequest } from '../access/verified-request.decorator.js';
import { unavailable } from '../reply/request-error.js';
import { errorBodyOf } from '../reply/tpp-messages.js';

/** Headers of an answer that would name a resource of the older generation. */
const headersOfOutcome = ['location', 'aspsp-sca-approach'];

/**
 * Answers 503 with Retry-After when a reset of the TPP's world has begun another generation since the
 * request was accepted, or when this process cannot know (ADR 27). Stands before all hooks that change
 * an answer. What the request made is of the older generation, so nobody sees it.
 */
export function addGenerationCheck(fastify: FastifyInstance, worlds: Worlds): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    const { caller } = request as Partial<VerifiedRequest>;
    if (caller === undefined || resets(request)) return payload;
    if (await isNow(caller, worlds)) return payload;
    const { status, headers, faults } = unavailable();
    for (const name of headersOfOutcome) void reply.removeHeader(name);
    void reply
      .code(status)
      .headers(headers)
      .header('content-language', caller.language)
      .type('application/json; charset=utf-8');
    return JSON.stringify(errorBodyOf(faults, caller.language));
  });
}

async function isNow({ tpp, generation }: Caller, worlds: Worlds): Promise<boolean> {
  return worlds.worldOf(tpp).then(
    (current) => current?.generation === generation,
    () => false,
  );
}

function resets({ routeOptions }: Pick<VerifiedRequest, 'routeOptions'>): boolean {
  const requirements = requirementsOf(routeOptions.config);
  return typeof requirements === 'object' && requirements.resets === true;
}
