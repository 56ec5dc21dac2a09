import { generateKeyPairSync } from 'node:crypto';
import { aPasskeyHolder, party, requestOf } from '../../testing/a-passkey-holder.int.js';
import type { PasskeyHolder } from '../../testing/a-passkey-holder.int.js';
import { removed } from '../../testing/a-passkey.js';
import { siteAt } from '../../testing/known-passkeys.js';
import type { Twist } from '../../testing/soft-authenticator.int.js';
import type { Approval } from '../challenge/sca-method.js';
import { PasskeyMethod, approvalChallenge, userHandleOf } from './passkey-method.service.js';

const customer = { customerId: 'cus-1', generation: 0 };

let holder: PasskeyHolder;
let approval: Approval;
beforeEach(async () => {
  holder = await aPasskeyHolder('cus-1');
  approval = anApproval(holder.method);
});

function anApproval(method: PasskeyMethod): Approval {
  return {
    authorisationId: 'aut-1',
    customerId: 'cus-1',
    context: 'PRIVATE',
    approves: [{ paymentId: 'pay-1', hash: 'hash-1' }],
    nonce: method.newNonce(),
  };
}

async function proved(twist: Twist): Promise<boolean> {
  const { authenticator, method } = holder;
  const answer = authenticator.get(await requestOf(method, approval), twist);
  return method.proves(answer, approval);
}

const counterOf = async () => {
  const known = await holder.known.of(customer);
  return known.is === 'known' ? known.passkeys[0]?.counter : undefined;
};
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

describe('PasskeyMethod', () => {
  it('asks for the passkeys of the customer, with user verification', async () => {
    const request = JSON.parse(await requestOf(holder.method, approval)) as object;
    expect(request).toMatchObject({
      rpId: party.id,
      userVerification: 'required',
      allowCredentials: [{ id: holder.authenticator.id.toString('base64url') }],
    });
  });

  it('accepts an assertion and stores its counter', async () => {
    expect(await proved({ counter: 7 })).toBe(true);
    expect(await counterOf()).toBe(7);
  });

  it.each<readonly [string, Twist]>([
    ['made for another site', { origin: 'https://sca.bank.example.evil.example' }],
    ['made for the site over plain http', { origin: 'http://sca.bank.example' }],
    ['made for another relying party', { rpId: 'bank.example' }],
    ['for another challenge', { challenge: Buffer.alloc(32, 9).toString('base64url') }],
    ['without user verification', { isVerified: false }],
    ['given inside a page of another site', { crossOrigin: true }],
    ['signed with another key', { key: stranger }],
    ['of another user', { userHandle: userHandleOf('cus-2').toString('base64url') }],
    ['whose counter has not grown', { counter: 1 }],
    ['whose counter went back', { counter: 0 }],
  ])('rejects an assertion %s', async (_about, twist) => {
    expect(await proved(twist)).toBe(false);
    expect(await counterOf()).toBe(1);
  });

  it.each([[{}], [{ toString: 1, valueOf: 1 }], [[]], [7], [null]])(
    'rejects an assertion with %j as its user',
    async (userHandle) => {
      const { authenticator, method } = holder;
      const text = authenticator.get(await requestOf(method, approval));
      const answer = JSON.parse(text) as { response: object };
      const twisted = { ...answer, response: { ...answer.response, userHandle } };
      expect(await method.proves(JSON.stringify(twisted), approval)).toBe(false);
    },
  );

  it('rejects an assertion that was used for another approval', async () => {
    const answer = holder.authenticator.get(await requestOf(holder.method, approval));
    expect(await holder.method.proves(answer, approval)).toBe(true);
    const next = anApproval(holder.method);
    expect(await holder.method.proves(answer, next)).toBe(false);
  });

  it('rejects a passkey of another customer, even for the same challenge', async () => {
    const other = await aPasskeyHolder('cus-2', holder.known);
    const request = await requestOf(holder.method, approval);
    expect(await holder.method.proves(other.authenticator.get(request), approval)).toBe(false);
  });

  it('rejects a passkey that was removed', async () => {
    const { authenticator, known, method } = holder;
    const answer = authenticator.get(await requestOf(method, approval));
    const id = authenticator.id.toString('base64url');
    known.events.set('cus-1', [...(known.events.get('cus-1') ?? []), removed(id)]);
    expect(await method.isFor(customer)).toBe(false);
    expect(await method.proves(answer, approval)).toBe(false);
  });

  it('does not know a passkey from before a reset of the sandbox', async () => {
    const { authenticator, method } = holder;
    expect(await method.isFor(customer)).toBe(true);
    expect(await method.isFor({ ...customer, generation: 1 })).toBe(false);
    const later = { ...approval, authorisationId: 'aut-1.1' };
    const answer = authenticator.get(await requestOf(method, later), {
      challenge: approvalChallenge(later).toString('base64url'),
    });
    expect(await method.proves(answer, later)).toBe(false);
  });

  it('makes a new challenge each time', () => {
    const { method } = holder;
    expect(new Set([method.newNonce(), method.newNonce(), method.newNonce()]).size).toBe(3);
  });

  it('cannot be used where browsers offer no passkeys', async () => {
    const nowhere = { ...siteAt('x'), current: () => undefined };
    const method = new PasskeyMethod(holder.known.asPort(), nowhere as ReturnType<typeof siteAt>);
    expect(await method.isFor(customer)).toBe(false);
    const answer = holder.authenticator.get(await requestOf(holder.method, approval));
    expect(await method.proves(answer, approval)).toBe(false);
  });
});
