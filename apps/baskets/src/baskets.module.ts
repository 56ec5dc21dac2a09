import { Module } from '@nestjs/common';
import type { ServiceDefinition } from '@nordgate/service';
import { GetBasketHandler, GetOpenBasketsHandler } from './basket-view/basket-view.queries.js';
import { BasketsConsumers } from './baskets.consumers.js';
import { basketsDeciders } from './baskets.deciders.js';
import { basketStream } from './domain/basket.js';
import { PaymentRegister1790000000001 } from './migrations/1-payment-register.migration.js';

/** What baskets answers and reacts to; `baskets.deciders.ts` lists its commands. */
@Module({
  controllers: [BasketsConsumers],
  providers: [GetBasketHandler, GetOpenBasketsHandler],
})
export class BasketsModule {}

/** The baskets service: its streams, its topics, its module. */
export const basketsApp: ServiceDefinition = {
  name: 'baskets',
  module: BasketsModule,
  streams: [basketStream],
  migrations: [PaymentRegister1790000000001],
  events: 'baskets.events.v1',
  commands: { topic: 'baskets.commands.v1', deciders: () => basketsDeciders },
};
