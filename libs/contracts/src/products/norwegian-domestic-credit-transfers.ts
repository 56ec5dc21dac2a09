import { BulkPaymentInitiation } from '../http/bodies/bulk-payment.js';
import { PeriodicPaymentInitiation } from '../http/bodies/periodic-payment.js';
import { SinglePaymentInitiation } from '../http/bodies/single-payments.js';
import { bodyType } from '../http/body-type.js';
import { domesticAccountFaults } from '../http/rules/accounts.js';
import { domesticInstructionFaults, instructionWarnings } from '../http/rules/creditor.js';
import { executionDateFaults } from '../http/rules/execution-dates.js';
import {
  dayOfExecutionFaults,
  monthsOfExecutionFaults,
  periodicDateFaults,
} from '../http/rules/periodic-payments.js';
import { exchangeAddressFaults } from '../http/rules/structured-address.js';
import { domesticBulk, domesticPeriodic, domesticSingle } from './examples.js';
import type { PaymentProduct } from './payment-product.js';

const single = bodyType<SinglePaymentInitiation>({
  bodyClass: SinglePaymentInitiation,
  example: domesticSingle,
  faults: (body, context) => [
    ...domesticInstructionFaults(body, context),
    ...domesticAccountFaults(body.debtorAccount, ['debtorAccount']),
    ...exchangeAddressFaults(body, context),
    ...executionDateFaults(body.requestedExecutionDate, ['requestedExecutionDate'], context.today),
  ],
  warnings: instructionWarnings,
});

const periodic = bodyType<PeriodicPaymentInitiation>({
  bodyClass: PeriodicPaymentInitiation,
  example: domesticPeriodic,
  faults: (body, context) => [
    ...domesticInstructionFaults(body, context),
    ...domesticAccountFaults(body.debtorAccount, ['debtorAccount']),
    ...exchangeAddressFaults(body, context),
    ...periodicDateFaults(body, context.today),
    ...monthsOfExecutionFaults(body, context.fixes),
    ...dayOfExecutionFaults(body),
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
      ...exchangeAddressFaults({ ...one, debtorAccount }, context, ['payments', index]),
    ]),
    ...executionDateFaults(date, ['requestedExecutionDate'], context.today),
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
