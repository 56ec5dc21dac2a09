import { InstantPaymentInitiation } from '../payments/single-payments.js';
import { bodyType } from '../reading/body-type.js';
import { domesticAccountFaults, sameAccountFaults } from '../payments/accounts.js';
import { currencyFaults } from '../payments/amounts.js';
import { domesticInstructionFaults, instructionWarnings } from '../payments/creditor.js';
import { instantDateFaults } from '../payments/execution-dates.js';
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
    ...sameAccountFaults(body.creditorAccount, body.debtorAccount),
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
