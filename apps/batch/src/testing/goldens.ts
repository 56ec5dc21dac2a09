import { join } from 'node:path';
import { writtenBy } from '@nordgate/decider/testing';
import type { GoldenSet } from '@nordgate/decider/testing';
import { batchDeciders } from '../batch.deciders.js';
import { batchRunStream } from '../domain/batch-run.js';
import { executionStream } from '../domain/execution.js';
import { holdStream } from '../hold/hold-execution.js';
import { scheduleStream } from '../domain/schedule.js';
import { executionSamples, holdSamples } from './execution-commands.js';
import { runSamples, scheduleSamples } from './run-commands.js';

/** The golden files of batch; `npm run describe` writes missing ones from the samples. */
export const goldens: GoldenSet = {
  folder: join(import.meta.dirname, '../../src/testing/golden'),
  streams: [scheduleStream, batchRunStream, executionStream, holdStream],
  written: [
    ...writtenBy(batchDeciders, scheduleStream, scheduleSamples),
    ...writtenBy(batchDeciders, batchRunStream, runSamples),
    ...writtenBy(batchDeciders, executionStream, executionSamples),
    ...writtenBy(batchDeciders, holdStream, holdSamples),
  ],
  addedLater: { TransferInstructed: ['price'] },
};
