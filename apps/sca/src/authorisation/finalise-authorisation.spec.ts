import type { AuthorisationFinalised, Debtor } from '@nordgate/contracts/events';
import { sealOf, sealStateOf } from '@nordgate/contracts/rules';
import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { sealed, testApprovalKey, testApprovals } from '@nordgate/contracts/testing';
import { authorisationStream } from './authorisation.js';
import type { Challenge } from './authorisation.js';
import { failedBecause } from './failures.js';
import {
  aBasket,
  aConsent,
  aPayment,
  codeRefused,
  command,
  consentClaim,
  identified,
  inTime,
  opened,
  shown,
  tooLate,
} from '../testing/an-authorisation.js';
import { finaliseAuthorisation } from './finish-authorisation.js';
import type { SealApproval } from './finish-authorisation.js';

const seal: SealApproval = (stream, approval) => sealOf(testApprovalKey, stream, approval);
const { given } = spec(authorisationStream, finaliseAuthorisation(seal));
const approved = [{ paymentId: 'pay-1', hash: 'hash-1' }];
const challenge: Challenge = { method: 'sandbox-code', context: 'PRIVATE', approves: approved };
const finalise = (
  proved: Partial<Challenge> = {},
  {
    at = inTime,
    ...more
  }: { at?: string; signers?: 1 | 2; declined?: string[]; debtor?: Debtor } = {},
) =>
  command(
    'FinaliseAuthorisation',
    { proved: { ...challenge, ...proved }, declined: [], ...more },
    at,
  );

function finalised(change: Partial<AuthorisationFinalised['data']> = {}): AuthorisationFinalised {
  const { customerId, psuId } = identified().data;
  const who = { resource: aPayment, customerId, psuId, context: 'PRIVATE' as const };
  return sealed('authorisation-1', {
    type: 'AuthorisationFinalised',
    data: { ...who, approved, declined: [], at: inTime, ...change },
  });
}

describe('finalise an authorisation', () => {
  it.each([
    [2, { signers: 2 }],
    [1, {}],
  ] as const)('says that it is one of %s signatures', (signers, said) => {
    given(opened(), identified(), shown())
      .when(finalise({}, { signers }))
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

  it.each([
    ['payment', aPayment],
    ['basket', aBasket],
    ['cancellation', { kind: 'cancellation', paymentId: 'pay-1' } as const],
  ])(
    'seals the approval of a %s on its stream, and so does a repeated decision',
    (_kind, resource) => {
      const history = [opened({ resource }), identified(), shown({ resource })];
      const state = fold(authorisationStream, history);
      const decide = finaliseAuthorisation(seal);
      const [first, second] = [1, 2].map(() =>
        decide(finalise(), state, { holderOf: () => undefined }),
      );
      expect(second).toEqual(first);
      const [event] = first as AuthorisationFinalised[];
      expect(sealStateOf(testApprovals.keys, 'authorisation-1', event?.data)).toBe('valid');
    },
  );

  it('carries the context and agreement that were shown, and what is declined', () => {
    const corporate = { context: 'CORPORATE', corporateId: 'agr-1' } as const;
    given(opened({ resource: aBasket }), identified(), shown({ resource: aBasket, ...corporate }))
      .when(finalise(corporate, { declined: ['pay-2'] }))
      .then(finalised({ ...corporate, resource: aBasket, declined: ['pay-2'] }));
  });

  describe('with the owner of the accounts', () => {
    const debtor: Debtor = { name: 'Kari', address: { townName: 'Oslo', country: 'NO' } };
    const cancellation = { kind: 'cancellation', paymentId: 'pay-1' } as const;
    const noneToApprove: Partial<Challenge> = { approves: [] };

    it.each([
      ['payment', aPayment],
      ['basket', aBasket],
    ])('names the owner where a %s is approved', (_what, resource) => {
      given(opened({ resource }), identified(), shown({ resource }))
        .when(finalise({}, { debtor }))
        .then(finalised({ resource, debtor }));
    });

    it('does not name the owner for a cancellation: it is personal data', () => {
      given(opened({ resource: cancellation }), identified(), shown({ resource: cancellation }))
        .when(finalise({}, { debtor }))
        .then(finalised({ resource: cancellation }));
    });

    it('does not name the owner when nothing is approved: it is personal data', () => {
      given(opened(), identified(), shown({ approves: [] }))
        .when(finalise(noneToApprove, { debtor }))
        .then(finalised({ approved: [] }));
    });
  });

  it('refuses whatever was not shown (RTS on SCA, Article 5)', () => {
    const challenged = given(opened(), identified(), shown());
    const other = [{ paymentId: 'pay-1', hash: 'hash-of-another-amount' }];
    challenged.when(finalise({ approves: other })).thenRejected('CONFLICT');
    challenged.when(finalise({ approves: [] })).thenRejected('CONFLICT');
    challenged
      .when(finalise({ approves: [...approved, { paymentId: 'pay-2', hash: 'hash-2' }] }))
      .thenRejected('CONFLICT');
  });

  it.each<readonly [string, Partial<Challenge>]>([
    ['in another context', { context: 'CORPORATE', corporateId: 'agr-1' }],
    ['under another agreement', { context: 'PRIVATE', corporateId: 'agr-2' }],
    ['for another method', { method: 'passkey', nonce: 'nonce-1' }],
    ['by an older nonce', { nonce: 'nonce-0' }],
    ['for accounts', { accounts: ['acc-1'] }],
    ['for cards', { cardAccounts: ['card-1'] }],
  ])('refuses what was proved %s', (_about, proved) => {
    given(opened(), identified(), shown()).when(finalise(proved)).thenRejected('CONFLICT');
  });

  it('takes what was proved by the nonce that is in force, and by no other', () => {
    const byPasskey = { method: 'passkey', nonce: 'nonce-2' } as const;
    const again = given(opened(), identified(), shown(byPasskey));
    again.when(finalise(byPasskey)).then(finalised());
    again.when(finalise({ ...byPasskey, nonce: 'nonce-1' })).thenRejected('CONFLICT');
  });

  it('fails instead when the time is over', () => {
    given(opened(), identified(), shown())
      .when(finalise({}, { at: tooLate }))
      .then(failedBecause('expired', tooLate));
  });

  it('finalises nothing that failed, and nothing that was not shown', () => {
    given(opened(), identified(), shown(), failedBecause('wrong-codes', inTime))
      .when(finalise())
      .thenNothing();
    given(opened(), identified()).when(finalise()).thenRejected('CONFLICT');
    given().when(finalise()).thenRejected('SCA_NOT_FOUND');
  });

  it('grants exactly the accounts and card accounts that were shown', () => {
    const picked = { accounts: ['acc-1'], cardAccounts: ['card-1'] };
    const approves: Challenge['approves'] = [];
    given(
      opened({ resource: aConsent }),
      identified(),
      shown({ resource: aConsent, approves, ...picked }),
    )
      .when(finalise({ approves, ...picked }))
      .then(finalised({ resource: aConsent, approved: [], ...picked }));
  });

  it('fails instead when another authorisation has decided the consent', () => {
    const accounts = ['acc-1'];
    const approves: Challenge['approves'] = [];
    const consent = given(
      opened({ resource: aConsent }),
      identified(),
      shown({ resource: aConsent, approves, accounts }),
    );
    const grant = finalise({ approves, accounts });
    consent.when(grant).then(finalised({ resource: aConsent, approved: [], accounts }));
    consent
      .claimedBy('authorisation-2', consentClaim)
      .when(grant)
      .then(failedBecause('not-approvable', inTime));
  });
});
