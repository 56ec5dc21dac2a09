import { CrossBorderPaymentInitiation } from '../http/bodies/single-payments.js';
import { bodyType } from '../http/body-type.js';
import { domesticAccountFaults, foreignAccountFaults } from '../http/rules/accounts.js';
import { foreignInstructionFaults, instructionWarnings } from '../http/rules/creditor.js';
import { executionDateFaults } from '../http/rules/execution-dates.js';
import { regulatoryReportingFaults } from '../http/rules/regulatory-reporting.js';
import { structuredAddressFaults } from '../http/rules/structured-address.js';
import { crossBorderSingle } from './examples.js';
import type { PaymentProduct } from './payment-product.js';

const single = bodyType<CrossBorderPaymentInitiation>({
  bodyClass: CrossBorderPaymentInitiation,
  example: crossBorderSingle,
  faults: (body, context) => [
    ...foreignInstructionFaults(body, context),
    ...foreignAccountFaults(body.creditorAccount, ['creditorAccount']),
    ...domesticAccountFaults(body.debtorAccount, ['debtorAccount']),
    ...structuredAddressFaults(body, context),
    ...regulatoryReportingFaults(body),
    ...executionDateFaults(body.requestedExecutionDate, ['requestedExecutionDate'], context.today),
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
