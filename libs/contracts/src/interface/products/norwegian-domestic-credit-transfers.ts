import { BulkPaymentInitiation } from '../payments/bulk-payment.js';
import { PeriodicPaymentInitiation, scheduleFaults } from '../payments/periodic-payment.js';
import { SinglePaymentInitiation } from '../payments/single-payments.js';
import { bodyType } from '../reading/body-type.js';
import { domesticAccountFaults, sameAccountFaults } from '../payments/accounts.js';
import { domesticInstructionFaults, instructionWarnings } from '../payments/creditor.js';
import { executionDateFaults } from '../payments/execution-dates.js';
import { exchangeAddressFaults } from '../payments/structured-address.js';
import { domesticBulk, domesticPeriodic, domesticSingle } from './examples.js';
import type { PaymentProduct } from './payment-product.js';

const single = bodyType<SinglePaymentInitiation>({
  bodyClass: SinglePaymentInitiation,
  example: domesticSingle,
  faults: (body, context) => [
    ...domesticInstructionFaults(body, context),
    ...domesticAccountFaults(body.debtorAccount, ['debtorAccount']),
    ...sameAccountFaults(body.creditorAccount, body.debtorAccount),
    ...exchangeAddressFaults(body, context),
    ...executionDateFaults(body.requestedExecutionDate, ['requestedExecutionDate'], context),
  ],
  warnings: instructionWarnings,
});

const periodic = bodyType<PeriodicPaymentInitiation>({
  bodyClass: PeriodicPaymentInitiation,
  example: domesticPeriodic,
  faults: (body, context) => [
    ...domesticInstructionFaults(body, context),
    ...domesticAccountFaults(body.debtorAccount, ['debtorAccount']),
    ...sameAccountFaults(body.creditorAccount, body.debtorAccount),
    ...exchangeAddressFaults(body, context),
    ...scheduleFaults(body, context),
  ],
  warnings: instructionWarnings,
});

const bulk = bodyType<BulkPaymentInitiation>({
  bodyClass: BulkPaymentInitiation,
  example: domesticBulk,
  faults: ({ debtorAccount, payments = [], requestedExecutionDate: date }, context) => [
    ...domesticAccountFaults(debtorAccount, ['debtorAccount']),
    ...payments.flatMap((one, index) => [
      ...domesticInstructionFaults(one ?? {}, context, ['payments', index]),
      ...sameAccountFaults(one?.creditorAccount, debtorAccount, ['payments', index]),
      ...exchangeAddressFaults({ ...one, debtorAccount }, context, ['payments', index]),
    ]),
    ...executionDateFaults(date, ['requestedExecutionDate'], context),
  ],
  warnings: ({ payments = [] }) =>
    payments.flatMap((one, index) => instructionWarnings(one ?? {}, ['payments', index])),
});

/** NDCT: single, periodic and bulk (specification 4.2, 4.4). */
export const norwegianDomesticCreditTransfers: PaymentProduct = {
  name: 'norwegian-domestic-credit-transfers',
  isDomestic: true,
  services: {
    payments: { body: single, hiddenBeforeApproval: true },
    'periodic-payments': { body: periodic },
    'bulk-payments': { body: bulk },
  },
  execution: 'batch',
};
