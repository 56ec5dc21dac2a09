import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { authorisationStream } from '../../authorisation/authorisation.js';
import { failedBecause } from '../../authorisation/failures.js';
import { identified, inTime, linkToken, opened, tooLate } from '../../testing/an-authorisation.js';
import { isLinkToken } from '../security/tokens.js';
import { linkState } from './link-answer.js';

const state = (events: readonly AuthorisationEvent[], token = linkToken, at = inTime) =>
  linkState(
    fold(authorisationStream, events),
    ({ tokenHash }) => isLinkToken(token, tokenHash),
    at,
  );

describe('linkState', () => {
  it('is open for ten minutes', () => {
    expect(state([opened()]).is).toBe('open');
    expect(state([opened()], linkToken, tooLate)).toMatchObject({ is: 'ended', why: 'expired' });
  });

  it('is not open yet before the event of the link arrives', () => {
    expect(state([]).is).toBe('not-open-yet');
    expect(state([failedBecause('joined-basket', inTime)]).is).toBe('not-open-yet');
  });

  it('is not open yet for another token in every state, as for an id that does not exist', () => {
    for (const events of [[opened()], [opened(), failedBecause('expired', inTime)]]) {
      expect(state(events, 'a-guess').is).toBe('not-open-yet');
    }
  });

  it('is ended as used after the log-in', () => {
    expect(state([opened(), identified()])).toMatchObject({ is: 'ended', why: 'used' });
  });

  it('is ended with the reason of a failure', () => {
    const events = [opened(), failedBecause('joined-basket', inTime)];
    expect(state(events)).toMatchObject({ is: 'ended', why: 'joined-basket' });
  });
});
