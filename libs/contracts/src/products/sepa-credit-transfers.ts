import { bodyType } from '../http/body-type.js';
import { instructionFindings, instructionWarnings } from '../http/rules/creditor-rules.js';
import { domesticAccountFindings } from '../http/rules/domestic-account.js';
import { executionDateFindings } from '../http/rules/execution-date.js';
import { sepaAccountFindings } from '../http/rules/foreign-account.js';
import { currencyFindings } from '../http/rules/product-currency.js';
import { structuredAddressFindings } from '../http/rules/structured-address.js';
import { SepaPaymentInitiation } from '../http/sepa-payment-initiation.js';
import { sepaSingle } from './examples.js';
import type { PaymentProduct } from './payment-product.js';

const single = bodyType<SepaPaymentInitiation>({
  bodyClass: SepaPaymentInitiation,
  example: sepaSingle,
  faults: (body, context) => [
    ...instructionFindings(body),
    ...currencyFindings(body.instructedAmount, 'EUR'),
    ...sepaAccountFindings(body.creditorAccount, ['creditorAccount']),
    ...domesticAccountFindings(body.debtorAccount, ['debtorAccount']),
    ...structuredAddressFindings(body, context),
    ...executionDateFindings(
      body.requestedExecutionDate,
      ['requestedExecutionDate'],
      context.today,
    ),
  ],
  warnings: instructionWarnings,
});

/** Euros to an account in the SEPA area (specification 4.4, §9). */
export const sepaCreditTransfers: PaymentProduct = {
  name: 'sepa-credit-transfers',
  services: { payments: { body: single } },
  execution: 'batch',
};
