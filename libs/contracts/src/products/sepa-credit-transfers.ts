import { SepaPaymentInitiation } from '../http/bodies/single-payments.js';
import { bodyType } from '../http/body-type.js';
import { domesticAccountFaults, sepaAccountFaults } from '../http/rules/accounts.js';
import { currencyFaults } from '../http/rules/amounts.js';
import { foreignInstructionFaults, instructionWarnings } from '../http/rules/creditor.js';
import { executionDateFaults } from '../http/rules/execution-dates.js';
import { regulatoryReportingFaults } from '../http/rules/regulatory-reporting.js';
import { structuredAddressFaults } from '../http/rules/structured-address.js';
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
    ...structuredAddressFaults(body, context),
    ...regulatoryReportingFaults(body),
    ...executionDateFaults(body.requestedExecutionDate, ['requestedExecutionDate'], context.today),
  ],
  warnings: instructionWarnings,
});

/** Euros to an account in the SEPA area (specification 4.4, §9). */
export const sepaCreditTransfers: PaymentProduct = {
  name: 'sepa-credit-transfers',
  services: { payments: { body: single } },
  execution: 'batch',
};
