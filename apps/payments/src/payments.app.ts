import type { ServiceDefinition } from '@nordgate/messaging';
import { paymentStream } from './domain/payment.js';
import { PaymentsModule } from './payments.module.js';

/** The payments service: its streams, its topic, its module. */
export const paymentsApp: ServiceDefinition = {
  name: 'payments',
  module: PaymentsModule,
  streams: [paymentStream],
  migrations: [],
  events: 'payments.events.v1',
};
