import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { sandboxExecutionRefusal, sandboxPaymentChange } from '@nordgate/contracts/http';
import type {
  SandboxConsentReply,
  SandboxPaymentReply,
  SandboxRefusalReply,
} from '@nordgate/contracts/http';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { otherChannelPaths, OtherChannels } from './other-channels.service.js';

const refuses = [404, 409];

/**
 * What the bank, or the PSU at the bank, does in other channels (specification 3 rule 4, 5.10). Production does not have
 * these routes.
 */
@Controller()
export class OtherChannelsController {
  constructor(private readonly channels: OtherChannels) {}

  @Post(otherChannelPaths.changes)
  @HttpCode(200)
  @SignedRoute(sandboxService, {
    id: 'changePaymentAtBank',
    summary: 'The bank changes an unapproved payment',
    body: sandboxPaymentChange,
    answers: {
      200: { says: 'It is changed, and keeps its id.', schema: 'SandboxPaymentReply' },
    },
    refuses,
  })
  change(
    @Param('paymentId') paymentId: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxPaymentReply> {
    return this.channels.change(caller, paymentId, bytes);
  }

  @Post(otherChannelPaths.cancellations)
  @HttpCode(200)
  @SignedRoute(sandboxService, {
    id: 'cancelPaymentAtBank',
    summary: 'The bank cancels a payment that is not executing yet',
    answers: { 200: { says: 'It is cancelled.', schema: 'SandboxPaymentReply' } },
    refuses,
  })
  cancel(
    @Param('paymentId') paymentId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxPaymentReply> {
    return this.channels.cancel(caller, paymentId);
  }

  @Post(otherChannelPaths.refusals)
  @HttpCode(200)
  @SignedRoute(sandboxService, {
    id: 'refuseExecutionAtBank',
    summary: 'The bank refuses the next execution of a payment',
    body: sandboxExecutionRefusal,
    answers: {
      200: {
        says: 'The next execution is refused; of a periodic payment the next occurrence.',
        schema: 'SandboxRefusalReply',
      },
    },
    refuses,
  })
  refuse(
    @Param('paymentId') paymentId: string,
    @Body() bytes: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxRefusalReply> {
    return this.channels.refuse(caller, paymentId, bytes);
  }

  @Post(otherChannelPaths.revocations)
  @HttpCode(200)
  @SignedRoute(sandboxService, {
    id: 'revokeConsentAtBank',
    summary: 'The PSU revokes a consent at the bank',
    answers: { 200: { says: 'The access is over.', schema: 'SandboxConsentReply' } },
    refuses,
  })
  revoke(
    @Param('consentId') consentId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<SandboxConsentReply> {
    return this.channels.revoke(caller, consentId);
  }
}
