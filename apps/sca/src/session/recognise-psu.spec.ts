import type { PsuRecognised } from '@nordgate/contracts/events';
import { spec } from '@nordgate/decider/testing';
import { psuStream, psuStreamId } from './psu.js';
import { command, inTime } from '../testing/an-authorisation.js';
import { psuReceipt, recognisePsu } from './complete-session.js';

const { given } = spec(psuStream, recognisePsu);
const first = { tpp: 'PSDNO-FSA-1', customerId: 'cus-1', psuId: 'uuid-1' };
const recognised: PsuRecognised = { type: 'PsuRecognised', data: { ...first, at: inTime } };

describe('recognise a PSU', () => {
  it('gives a customer one PSU-ID per TPP; the first one stays', () => {
    given().when(command('RecognisePsu', first)).then(recognised).again().thenNothing();
    given(recognised)
      .when(command('RecognisePsu', { ...first, psuId: 'uuid-2' }))
      .thenNothing();
  });

  it('answers with the same PSU-ID to every request', () => {
    expect(psuReceipt({ is: 'none' })).toBeNull();
    expect(psuReceipt({ is: 'recognised', ...first })).toBe('uuid-1');
  });

  it('has a stream per generation, TPP and customer', () => {
    expect(psuStreamId(0, 'PSDNO-FSA-1', 'cus-1')).toBe('psu-PSDNO-FSA-1-cus-1');
    expect(psuStreamId(2, 'PSDNO-FSA-1', 'cus-1')).toBe('psu-PSDNO-FSA-1-cus-1.2');
  });
});
