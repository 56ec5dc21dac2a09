import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { authorisationStream } from '../../domain/authorisation.js';
import { failedBecause } from '../../domain/failures.js';
import { identified, inTime, linkToken, opened, tooLate } from '../../testing/an-authorisation.js';
import { linkState } from './link-state.js';

const state = (events: readonly AuthorisationEvent[], token = linkToken, at = inTime) =>
  linkState(fold(authorisationStream, events), token, at);

describe('a link', () => {
  it('leads to the log-in for ten minutes', () => {
    expect(state([opened()]).is).toBe('open');
    expect(state([opened()], linkToken, tooLate)).toMatchObject({ is: 'ended', why: 'expired' });
  });

  it('may be faster than its event', () => {
    expect(state([]).is).toBe('not-open-yet');
    expect(state([failedBecause('joined-basket', inTime)]).is).toBe('not-open-yet');
  });

  it('is unknown with another token, whatever has become of the authorisation', () => {
    for (const events of [[opened()], [opened(), failedBecause('expired', inTime)]]) {
      expect(state(events, 'a-guess').is).toBe('unknown');
    }
  });

  it('is used by the log-in', () => {
    expect(state([opened(), identified()])).toMatchObject({ is: 'ended', why: 'used' });
  });

  it('says why it failed', () => {
    const events = [opened(), failedBecause('joined-basket', inTime)];
    expect(state(events)).toMatchObject({ is: 'ended', why: 'joined-basket' });
  });
});
