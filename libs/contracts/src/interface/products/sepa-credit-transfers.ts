import { SepaPaymentInitiation } from '../payments/single-payments.js';
import { bodyType } from '../reading/body-type.js';
import {
  domesticAccountFaults,
  sameAccountFaults,
  sepaAccountFaults,
} from '../payments/accounts.js';
import { currencyFaults } from '../payments/amounts.js';
import { foreignInstructionFaults, instructionWarnings } from '../payments/creditor.js';
import { executionDateFaults } from '../payments/execution-dates.js';
import { regulatoryReportingFaults } from '../payments/regulatory-reporting.js';
import { structuredAddressFaults } from '../payments/structured-address.js';
import { sepaSingle } from './examples.js';
import type { PaymentProduct } from './payment-product.js';

const single = bodyType<SepaPaymentInitiation>({
  bodyClass: SepaPaymentInitiation,
  example: sepaSingle,
  faults: (body, context) => [
    ...foreignInstructionFaults(body, context),
    ...currencyFaults(body.instructedAmount, 'EUR'),
    ...sepaAccountFaults(body.creditorAccount, ['creditorAccount']),
    ...domesticAccountFaults(body.debtorAccount, ['debtorAccount']),
    ...sameAccountFaults(body.creditorAccount, body.debtorAccount),
    ...structuredAddressFaults(body, context),
    ...regulatoryReportingFaults(body),
    ...executionDateFaults(body.requestedExecutionDate, ['requestedExecutionDate'], context),
  ],
  warnings: instructionWarnings,
});

/** Euros to an account in the SEPA area (specification 4.4, §9). */
export const sepaCreditTransfers: PaymentProduct = {
  name: 'sepa-credit-transfers',
  services: { payments: { body: single } },
  execution: 'batch',
};
