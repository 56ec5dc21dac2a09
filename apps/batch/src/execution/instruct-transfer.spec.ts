import { spec } from '@nordgate/decider/testing';
import { executionStream } from '../domain/execution.js';
import { instructed, toInstruct } from '../testing/execution-commands.js';
import { instructTransfer } from './record-outcome.js';

const instruct = spec(executionStream, instructTransfer);

describe('InstructTransfer', () => {
  it('instructs a transfer, and nothing when it comes again', () => {
    instruct.given().when(toInstruct()).then(instructed).again().thenNothing();
  });
});
