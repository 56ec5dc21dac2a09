import { bodyType } from '../http/body-type.js';
import { BulkPaymentInitiation } from '../http/bulk-payment-initiation.js';
import { PeriodicPaymentInitiation } from '../http/periodic-payment-initiation.js';
import { domesticInstructionFindings, instructionWarnings } from '../http/rules/creditor-rules.js';
import { dayOfExecutionFindings } from '../http/rules/day-of-execution.js';
import { domesticAccountFindings } from '../http/rules/domestic-account.js';
import { executionDateFindings } from '../http/rules/execution-date.js';
import { monthsOfExecutionFindings } from '../http/rules/months-of-execution.js';
import { periodicDateFindings } from '../http/rules/periodic-dates.js';
import { exchangeAddressFindings } from '../http/rules/structured-address.js';
import { SinglePaymentInitiation } from '../http/single-payment-initiation.js';
import { domesticBulk, domesticPeriodic, domesticSingle } from './examples.js';
import type { PaymentProduct } from './payment-product.js';

const single = bodyType<SinglePaymentInitiation>({
  bodyClass: SinglePaymentInitiation,
  example: domesticSingle,
  faults: (body, context) => [
    ...domesticInstructionFindings(body),
    ...domesticAccountFindings(body.debtorAccount, ['debtorAccount']),
    ...exchangeAddressFindings(body, context),
    ...executionDateFindings(
      body.requestedExecutionDate,
      ['requestedExecutionDate'],
      context.today,
    ),
  ],
  warnings: instructionWarnings,
});

const periodic = bodyType<PeriodicPaymentInitiation>({
  bodyClass: PeriodicPaymentInitiation,
  example: domesticPeriodic,
  faults: (body, context) => [
    ...domesticInstructionFindings(body),
    ...domesticAccountFindings(body.debtorAccount, ['debtorAccount']),
    ...exchangeAddressFindings(body, context),
    ...periodicDateFindings(body, context.today),
    ...monthsOfExecutionFindings(body, context.fixes),
    ...dayOfExecutionFindings(body),
  ],
  warnings: instructionWarnings,
});

const bulk = bodyType<BulkPaymentInitiation>({
  bodyClass: BulkPaymentInitiation,
  example: domesticBulk,
  faults: ({ debtorAccount, payments = [], requestedExecutionDate: date }, context) => [
    ...domesticAccountFindings(debtorAccount, ['debtorAccount']),
    ...payments.flatMap((one, index) => [
      ...domesticInstructionFindings(one ?? {}, ['payments', index]),
      ...exchangeAddressFindings({ ...one, debtorAccount }, context, ['payments', index]),
    ]),
    ...executionDateFindings(date, ['requestedExecutionDate'], context.today),
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
