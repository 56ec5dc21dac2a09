import { Module } from '@nestjs/common';
import { ApproveBasketHandler } from './approve-basket/approve-basket.handler.js';
import { GetBasketHandler, GetOpenBasketsHandler } from './basket-view/basket-view.queries.js';
import { BasketsCommands } from './baskets.commands.js';
import { CreateBasketHandler } from './create-basket/create-basket.handler.js';
import { DeleteBasketHandler } from './delete-basket/delete-basket.handler.js';
import { FreezeBasketHandler } from './freeze-basket/freeze-basket.handler.js';
import { PaymentRegisterConsumer } from './payment-register/payment-register.consumer.js';
import { RejectBasketHandler } from './reject-basket/reject-basket.handler.js';
import { SignBasketHandler } from './sign-basket/sign-basket.handler.js';
import { SettleAuthorisationConsumer } from './settle-authorisation/settle-authorisation.consumer.js';

/** What baskets does: one line per use case. */
@Module({
  controllers: [BasketsCommands, PaymentRegisterConsumer, SettleAuthorisationConsumer],
  providers: [
    CreateBasketHandler,
    FreezeBasketHandler,
    SignBasketHandler,
    ApproveBasketHandler,
    RejectBasketHandler,
    DeleteBasketHandler,
    GetBasketHandler,
    GetOpenBasketsHandler,
  ],
})
export class BasketsModule {}
