import type { ServiceDefinition } from '@nordgate/service';
import { BasketsModule } from './baskets.module.js';
import { basketStream } from './domain/basket.js';
import { PaymentRegister1790000000001 } from './migrations/1-payment-register.migration.js';

/** The baskets service: its streams, its topic, its module. */
export const basketsApp: ServiceDefinition = {
  name: 'baskets',
  module: BasketsModule,
  streams: [basketStream],
  migrations: [PaymentRegister1790000000001],
  events: 'baskets.events.v1',
};
