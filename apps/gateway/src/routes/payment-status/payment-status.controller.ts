import { Controller, Get } from '@nestjs/common';
import { paymentDetailsSchemas } from '@nordgate/contracts/http';
import type { PaymentStatusReply } from '@nordgate/contracts/http';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { paymentReading } from '../../request/route-requirements.js';
import { ofEveryService, CurrentPaymentPath } from '../payment-products/payment-route.decorator.js';
import type { PaymentPath } from '../payment-products/payment-route.decorator.js';
import { findShownPayment, progressOf } from './find-payment.js';
import { paymentDetailsOf } from './payment-details.js';
import type { PaymentDetails } from './payment-details.js';
import { paymentStatusOf } from './payment-status.js';

/** GET of a payment and of its status, in every service (specification 3, 4.4). */
@Controller('v1')
export class PaymentStatusController {
  constructor(private readonly edge: Edge) {}

  @Get(ofEveryService('/status'))
  @SignedRoute(paymentReading, {
    id: 'getPaymentStatus',
    summary: 'Status of a payment',
    answers: { 200: { says: 'Where it stands.', schema: 'PaymentStatusReply' } },
    refuses: [401, 404],
  })
  async status(
    @CurrentPaymentPath() path: PaymentPath,
    @CurrentCaller() caller: Caller,
  ): Promise<PaymentStatusReply> {
    const found = await findShownPayment(this.edge, caller, path);
    return paymentStatusOf(progressOf(found), caller);
  }

  @Get(ofEveryService())
  @SignedRoute(paymentReading, {
    id: 'getPayment',
    summary: 'A payment as it was asked for, with its status',
    answers: { 200: { says: 'The payment.', schema: paymentDetailsSchemas } },
    refuses: [401, 404],
  })
  async details(
    @CurrentPaymentPath() path: PaymentPath,
    @CurrentCaller() caller: Caller,
  ): Promise<PaymentDetails> {
    const found = await findShownPayment(this.edge, caller, path);
    return paymentDetailsOf(found, caller, this.edge);
  }
}
