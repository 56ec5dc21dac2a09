import { join } from 'node:path';
import { writtenBy } from '@nordgate/decider/testing';
import type { GoldenSet } from '@nordgate/decider/testing';
import { basketsDeciders } from '../baskets.deciders.js';
import { basketStream } from '../domain/basket.js';
import { basketSamples } from './basket-commands.js';

/** The golden files of baskets; `npm run describe` writes missing ones from the samples. */
export const goldens: GoldenSet = {
  folder: join(import.meta.dirname, '../../src/testing/golden'),
  streams: [basketStream],
  written: writtenBy(basketsDeciders, basketStream, basketSamples),
  addedLater: { BasketDeleted: ['by'] },
};
