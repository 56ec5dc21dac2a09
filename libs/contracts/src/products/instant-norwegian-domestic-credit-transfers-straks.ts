import { InstantPaymentInitiation } from '../http/bodies/single-payments.js';
import { bodyType } from '../http/body-type.js';
import { domesticAccountFaults } from '../http/rules/accounts.js';
import { currencyFaults } from '../http/rules/amounts.js';
import { domesticInstructionFaults, instructionWarnings } from '../http/rules/creditor.js';
import { instantDateFaults } from '../http/rules/execution-dates.js';
import { instantSingle } from './examples.js';
import type { PaymentProduct } from './payment-product.js';

const single = bodyType<InstantPaymentInitiation>({
  bodyClass: InstantPaymentInitiation,
  example: instantSingle,
  faults: (body, context) => [
    ...domesticInstructionFaults(body, context),
    ...currencyFaults(body.instructedAmount, 'NOK'),
    ...domesticAccountFaults(body.debtorAccount, ['debtorAccount']),
    ...instantDateFaults(body.requestedExecutionDate, context.today),
  ],
  warnings: instructionWarnings,
});

/** Straks: kroner between Norwegian accounts, executed right after approval (specification §9, release 1.21.8). */
export const instantNorwegianDomesticCreditTransfers: PaymentProduct = {
  name: 'instant-norwegian-domestic-credit-transfers-straks',
  isDomestic: true,
  services: { payments: { body: single } },
  execution: 'instant',
};
