import { join } from 'node:path';
import { writtenBy } from '@nordgate/decider/testing';
import type { GoldenSet, Written } from '@nordgate/decider/testing';
import { exemptionsStream } from '../domain/exemptions.js';
import { paymentStream } from '../domain/payment.js';
import { paymentsDeciders } from '../payments.deciders.js';
import { paymentId } from './a-payment.js';
import { paymentSamples, toTransfer } from './payment-commands.js';
import { TransfersInMemory } from './transfers-in-memory.js';

const sumMax = { amount: '1000', currency: 'NOK' };

/** The exemption of one transfer. */
function exempted(): readonly Written[] {
  const bank = new TransfersInMemory({ countMax: 1, sumMax });
  bank.initiate(toTransfer(paymentId));
  return bank.written.filter(({ event }) => event.type === 'PaymentExempted');
}

/** The golden files of payments; `npm run describe` writes missing ones from the samples. */
export const goldens: GoldenSet = {
  folder: join(import.meta.dirname, '../../src/testing/golden'),
  streams: [paymentStream, exemptionsStream],
  written: [
    ...writtenBy(paymentsDeciders(undefined), paymentStream, paymentSamples),
    ...exempted(),
  ],
  addedLater: {
    PaymentInitiated: ['price', 'soleReferences'],
    PaymentSigned: ['approval'],
    PaymentAuthorised: ['approval', 'order'],
    PaymentClaimed: ['instructionHash', 'approvals', 'exemption'],
  },
};
