import type { ServiceDefinition } from '@nordgate/messaging';
import type { Timers } from '@nordgate/contracts';
import { paymentStream } from './domain/payment.js';
import { UnapprovedPayments1790000000001 } from './migrations/1-unapproved-payments.migration.js';
import { PaymentsModule } from './payments.module.js';
import { startSweep } from './sweep-unapproved/sweep-unapproved.work.js';

/** The payments service: its streams, its topic, its module. `paymentsAppWith` adds its clockwork. */
export const paymentsApp: ServiceDefinition = {
  name: 'payments',
  module: PaymentsModule,
  streams: [paymentStream],
  migrations: [UnapprovedPayments1790000000001],
  events: 'payments.events.v1',
};

/** What the bank's profile tells the payments service. */
export interface PaymentsSettings {
  readonly timers: Pick<Timers, 'unapprovedHours'>;
}

/** The payments service of a bank. */
export function paymentsAppWith({ timers }: PaymentsSettings): ServiceDefinition {
  return { ...paymentsApp, work: (service) => startSweep({ ...service, ...timers }) };
}
