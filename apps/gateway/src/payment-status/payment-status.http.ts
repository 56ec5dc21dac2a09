import { Controller, Get, Param } from '@nestjs/common';
import type { PaymentInstruction, PaymentStatusReply, PaymentView } from '@nordgate/contracts';
import type { Caller } from '../access/caller.js';
import { Edge } from '../access/edge.js';
import { Demands, TheCaller } from '../access/nest.js';
import { paymentReading } from '../access/operation.js';
import { tppMessageOf } from '../reply/tpp-messages.js';
import { fault, unavailable } from '../reply/refused.js';
import { findPayment } from './find-payment.js';

type PaymentDetails = PaymentInstruction & PaymentStatusReply;

/** GET of a payment and of its status (specification 3, 4.4). */
@Controller('v1')
export class PaymentStatusHttp {
  constructor(private readonly edge: Edge) {}

  @Get('payments/:product/:id/status')
  @Demands(paymentReading)
  async singleStatus(
    @Param('product') product: string,
    @Param('id') id: string,
    @TheCaller() caller: Caller,
  ): Promise<PaymentStatusReply> {
    const path = { service: 'payments', product, id } as const;
    return statusOf(await findPayment(this.edge, caller, path), caller);
  }

  @Get('payments/:product/:id')
  @Demands(paymentReading)
  async single(
    @Param('product') product: string,
    @Param('id') id: string,
    @TheCaller() caller: Caller,
  ): Promise<PaymentDetails> {
    const path = { service: 'payments', product, id } as const;
    return detailsOf(await findPayment(this.edge, caller, path), caller);
  }

  @Get('periodic-payments/:product/:id/status')
  @Demands(paymentReading)
  async periodicStatus(
    @Param('product') product: string,
    @Param('id') id: string,
    @TheCaller() caller: Caller,
  ): Promise<PaymentStatusReply> {
    const path = { service: 'periodic-payments', product, id } as const;
    return statusOf(await findPayment(this.edge, caller, path), caller);
  }

  @Get('periodic-payments/:product/:id')
  @Demands(paymentReading)
  async periodic(
    @Param('product') product: string,
    @Param('id') id: string,
    @TheCaller() caller: Caller,
  ): Promise<PaymentDetails> {
    const path = { service: 'periodic-payments', product, id } as const;
    return detailsOf(await findPayment(this.edge, caller, path), caller);
  }
}

/** Before it is decided a payment is received: that much a 201 has said. */
function statusOf(view: PaymentView | undefined, caller: Caller): PaymentStatusReply {
  if (view === undefined) return { transactionStatus: 'RCVD' };
  const { transactionStatus, fundsAvailable, rejection } = view;
  return {
    transactionStatus,
    ...(fundsAvailable === undefined ? {} : { fundsAvailable }),
    ...(rejection === undefined ? {} : { tppMessages: [reasonOf(rejection, caller)] }),
  };
}

function detailsOf(view: PaymentView | undefined, caller: Caller): PaymentDetails {
  if (view === undefined) throw unavailable();
  return { ...view.instruction, ...statusOf(view, caller) };
}

function reasonOf({ code, reason }: NonNullable<PaymentView['rejection']>, caller: Caller) {
  return tppMessageOf(fault(code, `payment.${reason}`), 'ERROR', caller.language);
}
