import { Injectable } from '@nestjs/common';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { generationOf } from '@nordgate/contracts/rules';
import { passkeyOf } from '../../passkeys/passkeys.js';
import type { Approval, MethodOnPage, ScaMethod } from '../challenge/sca-method.js';
import { approvalText } from '../challenge/sca-method.js';
import { newSecret } from '../security/random.source.js';
import { hashOf } from '../security/tokens.js';
import { listOf, PasskeyService } from './passkey.service.js';
import type { CustomerVisit } from '../visit/visit.js';
import { RelyingPartyService } from './relying-party.service.js';
import { answerFromPage, authenticatorTimeoutMs, checkAssertion } from './webauthn.verifier.js';
import { createHash } from 'node:crypto';

/** The customer of an approval. A passkey of an older generation than that of the approval is unknown. */
function visitOf({ customerId, authorisationId }: Approval): CustomerVisit {
  return { customerId, generation: generationOf(authorisationId) };
}

/** Approves by passkey: possession of the authenticator, and the PIN, finger or face of its user. */
@Injectable()
export class PasskeyMethod implements ScaMethod {
  readonly name = 'passkey';

  constructor(
    private readonly passkeys: PasskeyService,
    private readonly party: RelyingPartyService,
  ) {}

  async isFor(customer: CustomerVisit): Promise<boolean> {
    if (this.party.current() === undefined) return false;
    return listOf(await this.passkeys.of(customer)).length > 0;
  }

  newNonce(): string {
    return newSecret();
  }

  async onPage(approval: Approval): Promise<MethodOnPage> {
    const passkeys = listOf(await this.passkeys.of(visitOf(approval)));
    const request = await generateAuthenticationOptions({
      rpID: this.party.current()?.id ?? '',
      challenge: new Uint8Array(approvalChallenge(approval)),
      userVerification: 'required',
      timeout: authenticatorTimeoutMs,
      allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({
        id,
        transports: [...transports],
      })),
    });
    return { method: 'passkey', request: JSON.stringify(request) };
  }

  async proves(answer: string, approval: Approval): Promise<boolean> {
    const { authorisationId, customerId } = approval;
    const party = this.party.current();
    const response = answerFromPage<AuthenticationResponseJSON>(answer);
    if (party === undefined || response === undefined) return false;
    // The credential of another customer is not found here.
    const passkey = passkeyOf(await this.passkeys.of(visitOf(approval)), response.id);
    if (passkey === undefined) return false;
    const challenge = approvalChallenge(approval);
    const expected = { party, challenge, userHandle: userHandleOf(customerId), passkey };
    const counter = await checkAssertion(response, expected);
    if (counter === undefined) return false;
    const proof = hashOf(answer);
    const data = { credentialId: passkey.credentialId, counter, proof, authorisationId };
    return this.passkeys.execute(visitOf(approval), { type: 'UsePasskey', data });
  }
}

/** SHA-256 of parts. JSON separates them. */
function digestOf(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/**
 * What an authenticator signs to approve: the stored random nonce and the content of the page. So the
 * signature is bound to amount and payee (RTS on SCA, Article 5). Throws without a nonce.
 */
export function approvalChallenge(approval: Approval): Buffer {
  if (approval.nonce === undefined) throw new Error('a challenge for a passkey has a nonce');
  return digestOf('approve', approval.nonce, approvalText(approval));
}

/** The customer for authenticators: a hash, which reveals nobody (WebAuthn level 3, section 14.6.1). */
export function userHandleOf(customerId: string): Buffer {
  return digestOf('passkey-user', customerId);
}
