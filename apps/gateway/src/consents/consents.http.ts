import { Controller, Post, Res } from '@nestjs/common';
import type { ConsentCreated, Fault } from '@nordgate/contracts/http';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../access/caller.js';
import { Demands, TheCaller } from '../access/nest.js';
import { accountReading } from '../access/operation.js';
import { fault } from '../reply/refused.js';
import { AskedConsents, consentsPath } from './asked-consents.js';

const asked = {
  says: 'The consent is asked for: send the PSU to scaRedirect.',
  schema: 'ConsentCreated',
  headers: ['Location', 'ASPSP-SCA-Approach'],
} as const;

const deprecatedPath = '/v1/consents';

/** Requests for a consent: which accounts, the PSU says at the bank (specification 4.4, 5.10). */
@Controller()
export class ConsentsHttp {
  constructor(private readonly consents: AskedConsents) {}

  @Post(consentsPath)
  @Demands(accountReading, {
    id: 'askConsent',
    summary: 'Ask for a consent; the PSU picks the accounts at the bank',
    answers: { 201: asked },
    refuses: [409],
  })
  ask(
    @TheCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConsentCreated> {
    return this.asked(caller, reply, consentsPath, []);
  }

  /** The same under its former name; what its body asks for is not read. */
  @Post(deprecatedPath)
  @Demands(accountReading, {
    id: 'askConsentAsBefore',
    summary: 'The same under its former name (deprecated); the body is not read',
    answers: { 201: asked },
    refuses: [409],
  })
  askAsBefore(
    @TheCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConsentCreated> {
    const warning = fault('FORMAT_ERROR', 'consent.deprecated');
    return this.asked(caller, reply, deprecatedPath, [warning]);
  }

  private async asked(
    caller: Caller,
    reply: FastifyReply,
    route: string,
    warnings: readonly Fault[],
  ): Promise<ConsentCreated> {
    const asked = await this.consents.ask(caller, route, warnings);
    reply.headers({ location: asked.path, 'aspsp-sca-approach': 'REDIRECT' });
    return asked.reply;
  }
}
