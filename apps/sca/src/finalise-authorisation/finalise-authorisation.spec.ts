import type { AuthorisationFinalised } from '@nordgate/contracts';
import { spec } from '@nordgate/event-store/testing';
import { authorisationStream } from '../domain/authorisation.js';
import { failedBecause } from '../domain/failures.js';
import {
  aBasket,
  aPayment,
  codeRefused,
  command,
  identified,
  inTime,
  opened,
  shown,
  tooLate,
} from '../testing/an-authorisation.js';
import { finaliseAuthorisation } from './finalise-authorisation.js';

const { given } = spec(authorisationStream, finaliseAuthorisation);
const approved = [{ paymentId: 'pay-1', hash: 'hash-1' }];
const finalise = (change = {}, at = inTime) =>
  command('FinaliseAuthorisation', { approved, declined: [] as string[], ...change }, at);

function finalised(change: Partial<AuthorisationFinalised['data']> = {}): AuthorisationFinalised {
  const { customerId, psuId } = identified().data;
  const data = { resource: aPayment, customerId, psuId, context: 'PRIVATE' as const };
  return {
    type: 'AuthorisationFinalised',
    data: { ...data, approved, declined: [], at: inTime, ...change },
  };
}

describe('finalise an authorisation', () => {
  it.each([
    [2, { signers: 2 }],
    [1, {}],
  ] as const)('says that it is one of %s signatures', (signers, said) => {
    given(opened(), identified(), shown())
      .when(finalise({ signers }))
      .then(finalised(said))
      .again()
      .thenNothing();
  });

  it('records what the PSU approved, once', () => {
    given(opened(), identified(), shown(), codeRefused())
      .when(finalise())
      .then(finalised())
      .again()
      .thenNothing();
  });

  it('carries the context and agreement that were shown, and what is declined', () => {
    const corporate = { context: 'CORPORATE', corporateId: 'agr-1' } as const;
    given(opened({ resource: aBasket }), identified(), shown({ resource: aBasket, ...corporate }))
      .when(finalise({ declined: ['pay-2'] }))
      .then(finalised({ ...corporate, resource: aBasket, declined: ['pay-2'] }));
  });

  it('refuses whatever was not shown (RTS on SCA, Article 5)', () => {
    const challenged = given(opened(), identified(), shown());
    const other = [{ paymentId: 'pay-1', hash: 'hash-of-another-amount' }];
    challenged.when(finalise({ approved: other })).thenRejected('CONFLICT');
    challenged.when(finalise({ approved: [] })).thenRejected('CONFLICT');
    challenged
      .when(finalise({ approved: [...approved, { paymentId: 'pay-2', hash: 'hash-2' }] }))
      .thenRejected('CONFLICT');
  });

  it('fails instead when the time is over', () => {
    given(opened(), identified(), shown())
      .when(finalise({}, tooLate))
      .then(failedBecause('expired', tooLate));
  });

  it('finalises nothing that failed, and nothing that was not shown', () => {
    given(opened(), identified(), shown(), failedBecause('wrong-codes', inTime))
      .when(finalise())
      .thenNothing();
    given(opened(), identified()).when(finalise()).thenRejected('CONFLICT');
    given().when(finalise()).thenRejected('SCA_NOT_FOUND');
  });
});
