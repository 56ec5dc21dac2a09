import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { INTERFACE_VERSION, RELEASE } from '@nordgate/contracts/codes';
import type { StatusReply } from '@nordgate/contracts/http';
import { defined } from '@nordgate/decider';
import type { Maintenance } from '@nordgate/service';
import { Health } from '@nordgate/telemetry';
import type { Switches } from '../guard/kept-switches.source.js';
import { UnsignedRoute } from '../request/route.decorator.js';
import type { RouteDescription } from '../request/route.decorator.js';
import { ServiceState } from '../guard/service-state.js';

/** What the status is made of. */
interface StatusSource {
  readonly maintenance: Maintenance;
  readonly switches: Switches;
}

/** What the bank serves at a time, for everybody. */
export function bankStatus({ maintenance, switches }: StatusSource, now: Date): StatusReply {
  const running = maintenance.running(now);
  return {
    state: stateOf(running),
    ...defined({ maintenance: running }),
    planned: maintenance.ahead(now),
    switchedOff: { products: [...switches.products], operations: [...switches.operations] },
    versions: { interface: INTERFACE_VERSION, release: RELEASE },
  };
}

function stateOf(running: StatusReply['maintenance']): StatusReply['state'] {
  if (running === undefined) return 'open';
  return running.readsGoOn ? 'reads' : 'maintenance';
}

/** A window that the operator begins at once is seen after this time by everybody. */
const cachedSecondsMax = 30;

/** How long a status may be kept: not beyond the begin or the end of work that is known. */
export function cachedSeconds(
  { maintenance }: Pick<StatusSource, 'maintenance'>,
  now: Date,
): number {
  const [next] = maintenance.ahead(now);
  const changes = [maintenance.running(now)?.until, next?.from].filter((at) => at !== undefined);
  const seconds = changes.map((at) => Math.floor((Date.parse(at) - now.getTime()) / 1000));
  return Math.min(cachedSecondsMax, ...seconds);
}

/** What the bank serves now and what work it has announced. Needs no signature, as the description; names nobody. */
@Controller()
export class StatusController {
  constructor(private readonly services: ServiceState) {}

  @Get('v1/status')
  @UnsignedRoute({
    id: 'getStatus',
    summary: 'Whether the bank is open, the work that it has announced, and its versions',
    answers: {
      200: { says: 'The status, which may be kept as Cache-Control says.', schema: 'StatusReply' },
    },
  })
  status(@Res({ passthrough: true }) reply: FastifyReply): StatusReply {
    const now = new Date();
    const seconds = cachedSeconds(this.services, now);
    void reply.header('cache-control', `public, max-age=${String(seconds)}`);
    return bankStatus(this.services, now);
  }
}

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
