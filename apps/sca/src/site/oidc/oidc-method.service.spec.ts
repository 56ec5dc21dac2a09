/** @jest-environment-options {"ownModules": true} */
import { createSecretKey } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Approval } from '../challenge/sca-method.js';
import { bindingOf } from './approval-details.js';
import { OidcMethod } from './oidc-method.service.js';
import type { ProviderVisitService } from './provider-visit.service.js';
import { transactionMsMax } from './transaction.js';

const cookies = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 9)) } };
const method = new OidcMethod({} as ProviderVisitService, { keys: { cookies } } as never);
const approval: Approval = {
  authorisationId: 'aut-1',
  customerId: 'cus-1',
  context: 'PRIVATE',
  nonce: 'nonce-1',
  approves: [{ paymentId: 'pay-1', hash: 'hash-1' }],
};

describe('the grant of an approval at the provider', () => {
  afterEach(() => jest.restoreAllMocks());

  it('proves the approval for ten minutes only', async () => {
    const grant = method.answerFor(bindingOf(approval), 'cus-1');
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + transactionMsMax - 1000);
    expect(await method.proves(grant, approval)).toBe(true);
    clock.mockReturnValue(now + transactionMsMax + 1000);
    expect(await method.proves(grant, approval)).toBe(false);
  });
});
