import type { AuthorisationFinalised } from '@nordgate/contracts/events';
import { anInitiator, aPayment, inTime } from '../testing/an-authorisation.js';
import { completeSessions } from './complete-sessions.js';

const finalised: AuthorisationFinalised = {
  type: 'AuthorisationFinalised',
  data: {
    resource: aPayment,
    customerId: 'cus-1',
    psuId: 'uuid-1',
    context: 'CORPORATE',
    corporateId: 'agr-1',
    approved: [],
    declined: [],
    at: inTime,
  },
};

describe('complete sessions', () => {
  it('makes the TPP-Session-ID that asked for the SCA live from its completion on', () => {
    const received = { stream: 'authorisation-1', version: 4, event: finalised, at: inTime };
    expect(completeSessions(received, anInitiator()).commands).toMatchObject([
      {
        type: 'CompleteSession',
        id: 'authorisation-1@4>session-PSDNO-FSA-1-cus-1',
        stream: 'session-PSDNO-FSA-1-cus-1',
        data: {
          tpp: 'PSDNO-FSA-1',
          customerId: 'cus-1',
          psuId: 'uuid-1',
          tppSessionId: 'session-1',
          context: 'CORPORATE',
          corporateId: 'agr-1',
          at: inTime,
        },
      },
    ]);
  });
});
