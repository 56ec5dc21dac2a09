import { join } from 'node:path';
import { writtenBy } from '@nordgate/decider/testing';
import type { GoldenSet } from '@nordgate/decider/testing';
import { paymentStream } from '../domain/payment.js';
import { paymentsDeciders } from '../payments.deciders.js';
import { paymentSamples } from './payment-commands.js';

/** The golden files of payments; `npm run describe` writes missing ones from the samples. */
export const goldens: GoldenSet = {
  folder: join(import.meta.dirname, '../../src/testing/golden'),
  streams: [paymentStream],
  written: writtenBy(paymentsDeciders, paymentStream, paymentSamples),
};
