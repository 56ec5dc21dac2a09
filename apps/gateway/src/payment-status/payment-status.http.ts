import { Controller, Get, Param } from '@nestjs/common';
import type { PaymentService, PaymentStatusReply } from '@nordgate/contracts';
import type { Caller } from '../access/caller.js';
import { Edge } from '../access/edge.js';
import { Demands, TheCaller } from '../access/nest.js';
import { paymentReading } from '../access/operation.js';
import { findPayment } from './find-payment.js';
import { paymentDetailsOf } from './payment-details.js';
import type { PaymentDetails } from './payment-details.js';
import { paymentStatusOf } from './payment-status.js';

/** GET of a payment and of its status (specification 3, 4.4). */
@Controller('v1')
export class PaymentStatusHttp {
  constructor(private readonly edge: Edge) {}

  @Get('payments/:product/:id/status')
  @Demands(paymentReading)
  singleStatus(
    @Param('product') product: string,
    @Param('id') id: string,
    @TheCaller() caller: Caller,
  ): Promise<PaymentStatusReply> {
    return this.status('payments', product, id, caller);
  }

  @Get('payments/:product/:id')
  @Demands(paymentReading)
  single(
    @Param('product') product: string,
    @Param('id') id: string,
    @TheCaller() caller: Caller,
  ): Promise<PaymentDetails> {
    return this.details('payments', product, id, caller);
  }

  @Get('periodic-payments/:product/:id/status')
  @Demands(paymentReading)
  periodicStatus(
    @Param('product') product: string,
    @Param('id') id: string,
    @TheCaller() caller: Caller,
  ): Promise<PaymentStatusReply> {
    return this.status('periodic-payments', product, id, caller);
  }

  @Get('periodic-payments/:product/:id')
  @Demands(paymentReading)
  periodic(
    @Param('product') product: string,
    @Param('id') id: string,
    @TheCaller() caller: Caller,
  ): Promise<PaymentDetails> {
    return this.details('periodic-payments', product, id, caller);
  }

  @Get('bulk-payments/:product/:id/status')
  @Demands(paymentReading)
  bulkStatus(
    @Param('product') product: string,
    @Param('id') id: string,
    @TheCaller() caller: Caller,
  ): Promise<PaymentStatusReply> {
    return this.status('bulk-payments', product, id, caller);
  }

  @Get('bulk-payments/:product/:id')
  @Demands(paymentReading)
  bulk(
    @Param('product') product: string,
    @Param('id') id: string,
    @TheCaller() caller: Caller,
  ): Promise<PaymentDetails> {
    return this.details('bulk-payments', product, id, caller);
  }

  private async status(
    service: PaymentService,
    product: string,
    id: string,
    caller: Caller,
  ): Promise<PaymentStatusReply> {
    const { view } = await findPayment(this.edge, caller, { service, product, id });
    return paymentStatusOf(view, caller);
  }

  private async details(
    service: PaymentService,
    product: string,
    id: string,
    caller: Caller,
  ): Promise<PaymentDetails> {
    const found = await findPayment(this.edge, caller, { service, product, id });
    return paymentDetailsOf(found, caller, this.edge);
  }
}
