import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { Health } from '@nordgate/telemetry';
import type { HealthReport, LivenessReport, Telemetry } from '@nordgate/telemetry';
import type { FastifyReply } from 'fastify';
import { Unsigned } from '../access/nest.js';

/** Injection token of the process's telemetry. */
export const TELEMETRY = 'nordgate.telemetry';

/** Probes and metrics: unsigned, for the platform. */
@Controller()
export class HealthHttp {
  constructor(
    private readonly health: Health,
    @Inject(TELEMETRY) private readonly telemetry: Telemetry,
  ) {}

  @Get('health/live')
  @Unsigned()
  async live(@Res({ passthrough: true }) reply: FastifyReply): Promise<LivenessReport> {
    const report = await this.health.liveness();
    reply.code(report.live ? 200 : 503);
    return report;
  }

  @Get('health/ready')
  @Unsigned()
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthReport> {
    const report = await this.health.report();
    reply.code(report.ready ? 200 : 503);
    return report;
  }

  @Get('metrics')
  @Unsigned()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    return this.telemetry.scrape();
  }
}
