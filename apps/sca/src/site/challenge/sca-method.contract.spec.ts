import { createSecretKey } from 'node:crypto';
import { defined } from '@nordgate/decider';
import { aPasskeyHolder, requestOf } from '../../testing/a-passkey-holder.int.js';
import { bindingOf } from '../oidc/approval-details.js';
import { OidcMethod } from '../oidc/oidc-method.service.js';
import type { ProviderVisitService } from '../oidc/provider-visit.service.js';
import { sandboxCodeMethod } from '../../sandbox/sandbox-code.js';
import type { Approval, ScaMethod } from './sca-method.js';

/** A method, and a PSU who answers what its page asks. */
interface Candidate {
  readonly method: ScaMethod;
  answer(approval: Approval): Promise<string>;
}

const sandboxCode = (): Promise<Candidate> => {
  const method = sandboxCodeMethod({
    current: 'A',
    keys: { A: createSecretKey(Buffer.alloc(32, 7)) },
  });
  const answer = async (approval: Approval) => {
    const page = await method.onPage(approval);
    return page.method === 'sandbox-code' ? page.code : '';
  };
  return Promise.resolve({ method, answer });
};
const passkey = async (): Promise<Candidate> => {
  const { method, authenticator } = await aPasskeyHolder('cus-1');
  const answer = async (approval: Approval) => authenticator.get(await requestOf(method, approval));
  return { method, answer };
};
const oidc = (): Promise<Candidate> => {
  const visits = { provider: { name: 'TestID' }, onPage: () => Promise.resolve(undefined) };
  const keys = { cookies: { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 9)) } } };
  const method = new OidcMethod(visits as unknown as ProviderVisitService, { keys } as never);
  const answer = (approval: Approval) =>
    Promise.resolve(method.answerFor(bindingOf(approval), approval.customerId));
  return Promise.resolve({ method, answer });
};

const content = {
  authorisationId: 'aut-1',
  customerId: 'cus-1',
  context: 'PRIVATE',
  approves: [
    { paymentId: 'pay-1', hash: 'hash-1' },
    { paymentId: 'pay-2', hash: 'hash-2' },
  ],
} as const satisfies Approval;

/** All methods keep these promises. */
describe.each([
  ['the sandbox code', sandboxCode],
  ['a passkey', passkey],
  ['the identity provider', oidc],
])('%s as an SCA method', (_name, make) => {
  let candidate: Candidate;
  let approval: Approval;
  beforeEach(async () => {
    candidate = await make();
    const nonce = candidate.method.newNonce();
    approval = { ...content, ...defined({ nonce }) };
  });

  it('is usable by a customer who has it, and gives the page what the browser needs', async () => {
    const { method } = candidate;
    expect(await method.isFor({ customerId: 'cus-1', generation: 0 })).toBe(true);
    expect((await method.onPage(approval)).method).toBe(method.name);
  });

  it('accepts the answer to the shown challenge, also a second time', async () => {
    const answer = await candidate.answer(approval);
    expect(await candidate.method.proves(answer, approval)).toBe(true);
    expect(await candidate.method.proves(answer, approval)).toBe(true);
  });

  it('accepts the payments of an approval in any order', async () => {
    const answer = await candidate.answer(approval);
    const turned = { ...approval, approves: approval.approves.toReversed() };
    expect(await candidate.method.proves(answer, turned)).toBe(true);
  });

  it.each<readonly [string, Partial<Approval>]>([
    ['another amount or payee', { approves: [{ paymentId: 'pay-1', hash: 'hash-3' }] }],
    ['one more payment', { approves: [...content.approves, { paymentId: 'pay-3', hash: 'h' }] }],
    ['another context', { context: 'CORPORATE', corporateId: 'agr-1' }],
    ['another authorisation', { authorisationId: 'aut-2' }],
    ['another customer', { customerId: 'cus-2' }],
    ['a choice of accounts', { accounts: [] }],
    ['a choice of cards', { accounts: [], cardAccounts: ['card-1'] }],
  ])('rejects the answer after a change to %s (RTS on SCA, Article 5)', async (_about, change) => {
    const answer = await candidate.answer(approval);
    expect(await candidate.method.proves(answer, { ...approval, ...change })).toBe(false);
  });

  it.each([
    ['an empty text', ''],
    ['a blank', ' '],
    ...['null', '{}', '[]', '"x"', '0', '{"id":"x"}'].map((one) => [one, one]),
  ])('rejects %s as an answer', async (_about, answer) => {
    expect(await candidate.method.proves(answer ?? '', approval)).toBe(false);
  });
});
