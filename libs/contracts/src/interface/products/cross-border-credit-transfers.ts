import { CrossBorderPaymentInitiation } from '../payments/single-payments.js';
import { bodyType } from '../reading/body-type.js';
import {
  domesticAccountFaults,
  foreignAccountFaults,
  sameAccountFaults,
  urgencyFaults,
} from '../payments/accounts.js';
import { foreignInstructionFaults, instructionWarnings } from '../payments/creditor.js';
import { executionDateFaults } from '../payments/execution-dates.js';
import { regulatoryReportingFaults } from '../payments/regulatory-reporting.js';
import { structuredAddressFaults } from '../payments/structured-address.js';
import { crossBorderSingle } from './examples.js';
import type { PaymentProduct } from './payment-product.js';

const single = bodyType<CrossBorderPaymentInitiation>({
  bodyClass: CrossBorderPaymentInitiation,
  example: crossBorderSingle,
  faults: (body, context) => [
    ...foreignInstructionFaults(body, context),
    ...foreignAccountFaults(body.creditorAccount, ['creditorAccount']),
    ...domesticAccountFaults(body.debtorAccount, ['debtorAccount']),
    ...sameAccountFaults(body.creditorAccount, body.debtorAccount),
    ...urgencyFaults(body),
    ...structuredAddressFaults(body, context),
    ...regulatoryReportingFaults(body),
    ...executionDateFaults(body.requestedExecutionDate, ['requestedExecutionDate'], context),
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
