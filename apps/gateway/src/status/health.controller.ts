import { Controller, Get, Res } from '@nestjs/common';
import { Health } from '@nordgate/telemetry';
import type { FastifyReply } from 'fastify';
import { UnsignedRoute } from '../request/route.decorator.js';
import type { RouteDescription } from '../request/route-description.js';

/** The description of a probe whose answer has one member. */
function probe(id: string, summary: string, member: 'live' | 'ready'): RouteDescription {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: [member],
    properties: { [member]: { type: 'boolean' } },
  };
  return {
    id,
    summary,
    answers: { 200: { says: 'It does.', schema }, 503: { says: 'Not now.', schema } },
  };
}

/**
 * The probes that anybody may ask: they do not name the checks. The internal server of the process has
 * the checks, and the metrics.
 */
@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('health/live')
  @UnsignedRoute(probe('getLiveness', 'Whether the process works', 'live'))
  async live(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ live: boolean }> {
    const { live } = await this.health.liveness();
    reply.code(live ? 200 : 503);
    return { live };
  }

  @Get('health/ready')
  @UnsignedRoute(probe('getReadiness', 'Whether the process takes traffic', 'ready'))
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ ready: boolean }> {
    const { ready } = await this.health.report();
    reply.code(ready ? 200 : 503);
    return { ready };
  }
}
