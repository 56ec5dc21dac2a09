import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { passkeyOf } from '../../domain/passkeys.js';
import type { Passkey } from '../../domain/passkeys.js';
import type { Approval, MethodOnPage, ScaMethod } from '../challenge/sca-method.js';
import { hashOf } from '../security/tokens.js';
import { answerFromPage } from './answer-from-page.http.js';
import { checkAssertion } from './check-assertion.http.js';
import { CustomerPasskeys } from './customer-passkeys.http.js';
import { approvalChallenge, userHandleOf } from './passkey-challenge.js';
import { SiteOrigin } from './site-origin.http.js';

/** So long an authenticator waits for its user. */
const patienceMs = 120_000;

/** An approval by passkey: something the customer has, opened by something they are or know. */
@Injectable()
export class PasskeyMethod implements ScaMethod {
  readonly name = 'passkey';

  constructor(
    private readonly customers: CustomerPasskeys,
    private readonly origin: SiteOrigin,
  ) {}

  async isFor(customerId: string): Promise<boolean> {
    if (this.origin.relyingParty() === undefined) return false;
    return (await this.passkeysOf(customerId)).length > 0;
  }

  newNonce(): string {
    return randomBytes(32).toString('base64url');
  }

  async onPage(approval: Approval): Promise<MethodOnPage> {
    const passkeys = await this.passkeysOf(approval.customerId);
    const request = await generateAuthenticationOptions({
      rpID: this.origin.relyingParty()?.id ?? '',
      challenge: new Uint8Array(approvalChallenge(approval)),
      userVerification: 'required',
      timeout: patienceMs,
      allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({
        id,
        transports: [...transports],
      })),
    });
    return { method: 'passkey', request: JSON.stringify(request) };
  }

  async proves(answer: string, approval: Approval): Promise<boolean> {
    const { authorisationId, customerId } = approval;
    const party = this.origin.relyingParty();
    const response = answerFromPage<AuthenticationResponseJSON>(answer);
    if (party === undefined || response === undefined) return false;
    // Only this customer's own: a credential of somebody else is not even looked at.
    const passkey = passkeyOf(await this.customers.of(customerId), response.id);
    if (passkey === undefined) return false;
    const challenge = approvalChallenge(approval);
    const demand = { party, challenge, userHandle: userHandleOf(customerId), passkey };
    const counter = await checkAssertion(response, demand);
    if (counter === undefined) return false;
    const proof = hashOf(answer);
    const data = { credentialId: passkey.credentialId, counter, proof, authorisationId };
    return this.customers.execute(customerId, { type: 'UsePasskey', data });
  }

  private async passkeysOf(customerId: string): Promise<readonly Passkey[]> {
    const known = await this.customers.of(customerId);
    return known.is === 'none' ? [] : known.passkeys;
  }
}
