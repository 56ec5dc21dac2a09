import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { authorisationStream, scaStatusOf } from './authorisation.js';
import { failedBecause } from './failures.js';
import { identified, inTime, opened, shown, tooLate } from '../testing/an-authorisation.js';

const tpp = opened().data.initiator.tpp;
const status = (events: readonly AuthorisationEvent[], at = inTime, asks = tpp) =>
  scaStatusOf(fold(authorisationStream, events), asks, at);

describe('scaStatus', () => {
  it('is the step that was reached', () => {
    expect(status([opened()])).toBe('received');
    expect(status([opened(), identified()])).toBe('psuIdentified');
    expect(status([opened(), identified(), shown()])).toBe('scaMethodSelected');
    expect(status([opened(), failedBecause('refused', inTime)])).toBe('failed');
  });

  it('is failed when the time is over, recorded or not', () => {
    expect(status([opened()], tooLate)).toBe('failed');
  });

  it('is nobody else’s business', () => {
    expect(status([opened()], inTime, 'PSDNO-FSA-2')).toBeNull();
    expect(status([])).toBeNull();
    expect(status([failedBecause('joined-basket', inTime)])).toBeNull();
  });
});
