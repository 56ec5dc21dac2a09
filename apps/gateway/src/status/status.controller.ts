import { Controller, Get, Res } from '@nestjs/common';
import type { StatusReply } from '@nordgate/contracts/http';
import type { FastifyReply } from 'fastify';
import { UnsignedRoute } from '../request/route.decorator.js';
import { ServiceState } from '../guard/service-state.js';
import { bankStatus, cachedSeconds } from './bank-status.js';

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
