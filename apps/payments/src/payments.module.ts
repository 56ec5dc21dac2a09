import { Module } from '@nestjs/common';
import { AuthorisePaymentHandler } from './authorise-payment/authorise-payment.handler.js';
import { CancelPaymentHandler } from './cancel-payment/cancel-payment.handler.js';
import { ChangePaymentHandler } from './change-payment/change-payment.handler.js';
import { ProgressPaymentHandler } from './progress-payment/progress-payment.handler.js';
import { SignPaymentHandler } from './sign-payment/sign-payment.handler.js';
import { InitiatePaymentHandler } from './initiate-payment/initiate-payment.handler.js';
import { GetPaymentHandler, GetPaymentsHandler } from './payment-view/payment-view.queries.js';
import { GetPaymentsToSignHandler } from './payments-to-sign/payments-to-sign.queries.js';
import { PaymentsCommands } from './payments.commands.js';
import { RejectPaymentHandler } from './reject-payment/reject-payment.handler.js';
import { SettleAuthorisationConsumer } from './settle-authorisation/settle-authorisation.consumer.js';
import { SettleBasketConsumer } from './settle-basket/settle-basket.consumer.js';

/** What payments does: one line per use case. */
@Module({
  controllers: [PaymentsCommands, SettleAuthorisationConsumer, SettleBasketConsumer],
  providers: [
    InitiatePaymentHandler,
    AuthorisePaymentHandler,
    CancelPaymentHandler,
    ChangePaymentHandler,
    ProgressPaymentHandler,
    SignPaymentHandler,
    RejectPaymentHandler,
    GetPaymentHandler,
    GetPaymentsHandler,
    GetPaymentsToSignHandler,
  ],
})
export class PaymentsModule {}
