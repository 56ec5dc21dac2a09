import { spec } from '@nordgate/decider/testing';
import { authorisationStream } from './authorisation.js';
import { failedBecause } from './failures.js';
import {
  codeRefused,
  command,
  identified,
  inTime,
  opened,
  shown,
} from '../testing/an-authorisation.js';
import { refuseCode } from './challenge.js';

const { given } = spec(authorisationStream, refuseCode);
const refuse = command('RefuseCode', {});

describe('refuse a code', () => {
  it('counts it', () => {
    given(opened(), identified(), shown()).when(refuse).then(codeRefused());
  });

  it('fails the authorisation with the third', () => {
    given(opened(), identified(), shown(), codeRefused(), codeRefused())
      .when(refuse)
      .then(codeRefused(), failedBecause('wrong-codes', inTime))
      .again()
      .thenNothing();
  });

  it('needs a challenge', () => {
    given(opened(), identified()).when(refuse).thenRejected('CONFLICT');
    given().when(refuse).thenRejected('SCA_NOT_FOUND');
  });
});
