import { spec } from '@nordgate/decider/testing';
import { accessStream } from './access.js';
import { granted, revoked } from '../testing/an-access.js';
import { command } from '../testing/an-authorisation.js';
import { revokeAccess } from './grant-access.js';

const { given } = spec(accessStream, revokeAccess);
const byPsu = command('RevokeAccess', { by: 'psu' } as const);
const byTpp = (consentId: string) => command('RevokeAccess', { by: 'tpp', consentId } as const);

describe('revoke access', () => {
  it('ends whichever consent is in force, for the PSU; once', () => {
    given(granted()).when(byPsu).then(revoked()).again().thenNothing();
  });

  it('ends the consent that the TPP names, and no other', () => {
    given(granted())
      .when(byTpp('consent-1'))
      .then(revoked({ by: 'tpp' }));
    given(granted()).when(byTpp('consent-0')).thenNothing();
  });

  it('keeps who ended it first', () => {
    given(granted(), revoked()).when(byTpp('consent-1')).thenNothing();
  });

  it('finds nothing where nothing was granted', () => {
    given().when(byPsu).thenRejected('RESOURCE_UNKNOWN');
  });
});
