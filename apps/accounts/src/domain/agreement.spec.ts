import type { AgreementSigned } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { agreementStream } from './agreement.js';

const data: AgreementSigned['data'] = {
  agreementId: 'g1',
  ownerId: 'owner-1',
  name: 'An agreement',
  engagements: [],
  at: '2030-03-01T09:00:00.000Z',
};

describe('an agreement', () => {
  it.each([1, 2] as const)('says that %s have to sign a payment', (signers) => {
    const signed: AgreementSigned = { type: 'AgreementSigned', data: { ...data, signers } };
    expect(fold(agreementStream, [signed])).toMatchObject({ is: 'signed', signers });
  });

  it('wants one signature where its event is from before there was a choice', () => {
    const old: AgreementSigned = { type: 'AgreementSigned', data };
    expect(fold(agreementStream, [old])).toMatchObject({ is: 'signed', signers: 1 });
  });
});
