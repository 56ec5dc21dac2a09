import { bodyType } from '../http/body-type.js';
import { CrossBorderPaymentInitiation } from '../http/cross-border-payment-initiation.js';
import { instructionFindings, instructionWarnings } from '../http/rules/creditor-rules.js';
import { domesticAccountFindings } from '../http/rules/domestic-account.js';
import { executionDateFindings } from '../http/rules/execution-date.js';
import { foreignAccountFindings } from '../http/rules/foreign-account.js';
import { structuredAddressFindings } from '../http/rules/structured-address.js';
import { crossBorderSingle } from './examples.js';
import type { PaymentProduct } from './payment-product.js';

const single = bodyType<CrossBorderPaymentInitiation>({
  bodyClass: CrossBorderPaymentInitiation,
  example: crossBorderSingle,
  faults: (body, context) => [
    ...instructionFindings(body),
    ...foreignAccountFindings(body.creditorAccount, ['creditorAccount']),
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

/** NCBCT: any currency to an account anywhere (specification 4.4, §9 releases 1.23.2 and 1.23.4). */
export const crossBorderCreditTransfers: PaymentProduct = {
  name: 'cross-border-credit-transfers',
  aliases: ['norwegian-cross-border-credit-transfers'],
  services: { payments: { body: single } },
  execution: 'batch',
};
