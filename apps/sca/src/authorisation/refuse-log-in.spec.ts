import { spec } from '@nordgate/decider/testing';
import { authorisationStream } from './authorisation.js';
import { failedBecause } from './failures.js';
import { codeRefused, command, identified, inTime, opened } from '../testing/an-authorisation.js';
import { refuseLogIn } from './log-in.js';

const { given } = spec(authorisationStream, refuseLogIn);
const refuse = command('RefuseLogIn', {});

describe('refuse a log-in', () => {
  it('counts an unknown customer number', () => {
    given(opened()).when(refuse).then(codeRefused());
  });

  it('fails the authorisation with the fifth', () => {
    const four = Array.from({ length: 4 }, () => codeRefused());
    given(opened(), ...four)
      .when(refuse)
      .then(codeRefused(), failedBecause('unknown-customer', inTime))
      .again()
      .thenNothing();
  });

  it('says nothing once somebody has logged in, and needs a link', () => {
    given(opened(), identified()).when(refuse).thenNothing();
    given().when(refuse).thenRejected('SCA_NOT_FOUND');
    given(failedBecause('joined-basket', inTime)).when(refuse).thenRejected('SCA_NOT_FOUND');
  });
});
