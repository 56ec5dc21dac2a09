import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { Health } from '@nordgate/telemetry';
import type { HealthReport, LivenessReport, Telemetry } from '@nordgate/telemetry';
import type { FastifyReply } from 'fastify';
import { UnsignedRoute } from '../access/route.js';
import type { RouteDescription } from '../access/route-description.js';

/** Injection token of the process's telemetry. */
export const TELEMETRY = 'nordgate.telemetry';

const report = {
  type: 'object',
  additionalProperties: false,
  required: ['checks'],
  properties: {
    live: { type: 'boolean' },
    ready: { type: 'boolean' },
    checks: { type: 'object', additionalProperties: { enum: ['up', 'down'] } },
  },
};

const probe = (id: string, summary: string): RouteDescription => ({
  id,
  summary,
  answers: { 200: { says: 'It does.', schema: report }, 503: { says: 'Not now.', schema: report } },
});

/** Probes and metrics: unsigned, for the platform. */
@Controller()
export class HealthController {
  constructor(
    private readonly health: Health,
    @Inject(TELEMETRY) private readonly telemetry: Telemetry,
  ) {}

  @Get('health/live')
  @UnsignedRoute(probe('getLiveness', 'Whether the process works'))
  async live(@Res({ passthrough: true }) reply: FastifyReply): Promise<LivenessReport> {
    const report = await this.health.liveness();
    reply.code(report.live ? 200 : 503);
    return report;
  }

  @Get('health/ready')
  @UnsignedRoute(probe('getReadiness', 'Whether the process takes traffic'))
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthReport> {
    const report = await this.health.report();
    reply.code(report.ready ? 200 : 503);
    return report;
  }

  @Get('metrics')
  @UnsignedRoute({
    id: 'getMetrics',
    summary: 'Metrics for Prometheus',
    answers: {
      200: { says: 'All of them.', schema: { type: 'string' }, mediaType: 'text/plain' },
    },
  })
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    return this.telemetry.scrape();
  }
}
