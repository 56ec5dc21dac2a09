import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Approval } from '../site/challenge/sca-method.js';
import { checkRegistration } from '../site/passkey/webauthn.verifier.js';
import { PasskeyMethod, userHandleOf } from '../site/passkey/passkey-method.service.js';
import { enrolled } from './a-passkey.js';
import { KnownPasskeys, siteAt } from './known-passkeys.js';
import { SoftAuthenticator } from './soft-authenticator.int.js';

/** The site for which these tests make passkeys. */
export const party = { id: 'sca.bank.example', origin: 'https://sca.bank.example' };

/** A customer with a passkey. */
export interface PasskeyHolder {
  readonly method: PasskeyMethod;
  readonly authenticator: SoftAuthenticator;
  readonly known: KnownPasskeys;
}

/** Enrols a new authenticator for a customer. */
export async function aPasskeyHolder(
  customerId: string,
  known = new KnownPasskeys(),
): Promise<PasskeyHolder> {
  const authenticator = new SoftAuthenticator(party.origin);
  const challenge = Buffer.alloc(32, 3);
  const request = await generateRegistrationOptions({
    rpName: 'Nordgate',
    rpID: party.id,
    userID: new Uint8Array(userHandleOf(customerId)),
    userName: 'Kari',
    challenge: new Uint8Array(challenge),
  });
  const answer = JSON.parse(
    authenticator.create(JSON.stringify(request)),
  ) as RegistrationResponseJSON;
  const credential = await checkRegistration(answer, { party, challenges: [challenge] });
  if (credential === undefined) throw new Error('the passkey was not accepted');
  const before = known.events.get(customerId) ?? [];
  known.events.set(customerId, [...before, enrolled({ customerId, ...credential })]);
  const method = new PasskeyMethod(known.asPort(), siteAt(party.id));
  return { method, authenticator, known };
}

/** The request to the authenticator for this approval. */
export async function requestOf(method: PasskeyMethod, approval: Approval): Promise<string> {
  const page = await method.onPage(approval);
  if (page.method !== 'passkey') throw new Error(page.method);
  return page.request;
}
