import { bodyType } from '../http/body-type.js';
import { domesticInstructionFindings, instructionWarnings } from '../http/rules/creditor-rules.js';
import { domesticAccountFindings } from '../http/rules/domestic-account.js';
import { instantDateFindings } from '../http/rules/instant-date.js';
import { currencyFindings } from '../http/rules/product-currency.js';
import { InstantPaymentInitiation } from '../http/instant-payment-initiation.js';
import { instantSingle } from './examples.js';
import type { PaymentProduct } from './payment-product.js';

const single = bodyType<InstantPaymentInitiation>({
  bodyClass: InstantPaymentInitiation,
  example: instantSingle,
  faults: (body, { today }) => [
    ...domesticInstructionFindings(body),
    ...currencyFindings(body.instructedAmount, 'NOK'),
    ...domesticAccountFindings(body.debtorAccount, ['debtorAccount']),
    ...instantDateFindings(body.requestedExecutionDate, today),
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
