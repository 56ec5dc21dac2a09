import type { ServiceDefinition } from '@nordgate/service';
import { timersOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import { paymentStream } from './domain/payment.js';
import { UnapprovedPayments1790000000001 } from './migrations/1-unapproved-payments.migration.js';
import { PaymentsToSign1790000000002 } from './migrations/2-payments-to-sign.migration.js';
import { PaymentToSign1790000000003 } from './migrations/3-payment-to-sign.migration.js';
import { paymentOperations } from './operate-payments/payment.operations.js';
import { paymentsToSignProjection } from './payments-to-sign/payments-to-sign.projection.js';
import { PaymentsModule } from './payments.module.js';
import { startSweep } from './sweep-unapproved/sweep-unapproved.work.js';

/** The payments service: its streams, its topic, its module. `paymentsAppWith` adds what the bank decides. */
export const paymentsApp: ServiceDefinition = {
  name: 'payments',
  module: PaymentsModule,
  streams: [paymentStream],
  migrations: [
    UnapprovedPayments1790000000001,
    PaymentsToSign1790000000002,
    PaymentToSign1790000000003,
  ],
  projections: [paymentsToSignProjection],
  events: 'payments.events.v1',
};

/** The payments service of a bank, as its profile says. */
export function paymentsAppWith(profile: BankProfile): ServiceDefinition {
  const { unapprovedHours } = timersOf(profile);
  return {
    ...paymentsApp,
    operations: paymentOperations(profile),
    work: (service) => startSweep({ ...service, unapprovedHours }),
  };
}
