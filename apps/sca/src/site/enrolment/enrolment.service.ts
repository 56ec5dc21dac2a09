import { Injectable } from '@nestjs/common';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { bankName, keysOf } from '@nordgate/contracts/rules';
import { Bank } from '../bank/bank.rows.js';
import { Site } from '../frame/site.service.js';
import { userHandleOf } from '../passkey/passkey-method.service.js';
import { listOf, PasskeyService } from '../passkey/passkey.service.js';
import { RelyingPartyService } from '../passkey/relying-party.service.js';
import {
  algorithms,
  answerFromPage,
  authenticatorTimeoutMs,
  checkRegistration,
} from '../passkey/webauthn.verifier.js';
import { enrolmentChallenge } from '../security/tokens.js';
import type { EnrolmentVisit } from './enrolment.guard.js';

/** Adds passkeys. */
@Injectable()
export class EnrolmentService {
  constructor(
    private readonly site: Site,
    private readonly passkeys: PasskeyService,
    private readonly party: RelyingPartyService,
    private readonly bank: Bank,
  ) {}

  /** The request to the authenticator, as JSON. Throws where browsers offer no passkeys. */
  async request(visit: EnrolmentVisit): Promise<string> {
    const { id, customerId } = visit;
    const party = this.party.current();
    if (party === undefined) throw new Error('there are no passkeys at this address');
    const [known, name] = await Promise.all([
      this.passkeys.of(visit),
      this.bank.nameOf(customerId),
    ]);
    const request = await generateRegistrationOptions({
      rpName: bankName,
      rpID: party.id,
      userID: new Uint8Array(userHandleOf(customerId)),
      userName: name,
      userDisplayName: name,
      challenge: new Uint8Array(enrolmentChallenge(this.site.cookieKey, id)),
      timeout: authenticatorTimeoutMs,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: listOf(known).map((one) => ({
        id: one.credentialId,
        transports: [...one.transports],
      })),
    });
    return JSON.stringify(request);
  }

  /**
   * Adds the passkey of this answer under this name. True also when this passkey was added before;
   * false when the answer is not acceptable.
   */
  async add(visit: EnrolmentVisit, answer: string, name: string): Promise<boolean> {
    const { id, customerId } = visit;
    const party = this.party.current();
    const response = answerFromPage<RegistrationResponseJSON>(answer);
    if (party === undefined || response === undefined) return false;
    // The page may be from before a rotation of the key.
    const challenges = keysOf(this.site.keys.cookies).map((key) => enrolmentChallenge(key, id));
    const credential = await checkRegistration(response, { party, challenges });
    if (credential === undefined) return false;
    const data = { ...credential, customerId, name, authorisationId: id };
    return this.passkeys.execute(visit, { type: 'EnrolPasskey', data });
  }
}
