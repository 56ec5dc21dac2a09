import { spec } from '@nordgate/decider/testing';
import { accessStream } from './access.js';
import { grant, granted, revoked } from '../testing/an-access.js';
import { grantAccess } from './grant-access.js';

const { given } = spec(accessStream, grantAccess);
const ten = '2026-03-02T10:00:00.000Z';
const half = '2026-03-02T10:30:00.000Z';
const eleven = '2026-03-02T11:00:00.000Z';

describe('grant access', () => {
  it('lasts 180 days from the decision, and a repeat does not prolong it', () => {
    const data = { ...granted().data, at: ten, validUntil: '2026-08-29T22:00:00.000Z' };
    given()
      .when(grant({ at: ten }))
      .then({ type: 'AccessGranted', data })
      .again()
      .thenNothing();
  });

  it('replaces what was granted before, by more accounts or by fewer', () => {
    const next = { consentId: 'consent-2', accounts: ['acc-2'], at: half };
    given(granted({ at: ten, accounts: ['acc-1', 'acc-2'] }))
      .when(grant(next))
      .then(granted(next));
  });

  it('is of a card account alone, and of the card accounts of the last grant only', () => {
    const first = { accounts: [], cardAccounts: ['card-1'], at: ten };
    const next = { accounts: ['acc-1'], consentId: 'consent-2', at: half };
    given().when(grant(first)).then(granted(first));
    given(granted(first)).when(grant(next)).then(granted(next));
  });

  it('with no account grants nothing', () => {
    given()
      .when(grant({ accounts: [] }))
      .thenNothing();
  });

  it('with no account ends what was granted', () => {
    given(granted({ at: ten }))
      .when(grant({ consentId: 'consent-2', accounts: [], at: half }))
      .then(revoked({ at: half }))
      .again()
      .thenNothing();
  });

  it('does not undo a later decision of the PSU', () => {
    given(granted({ at: eleven, consentId: 'consent-2' }))
      .when(grant({ at: half }))
      .thenNothing();
    given(granted({ at: ten }), revoked({ at: eleven }))
      .when(grant({ at: half }))
      .thenNothing();
  });

  it('comes after the end of an older consent by the TPP, whose clock may be fast', () => {
    const next = { consentId: 'consent-2', at: half };
    given(granted({ at: ten }), revoked({ by: 'tpp', at: eleven }))
      .when(grant(next))
      .then(granted(next));
  });
});
