import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { isRefusal } from '@nordgate/decider';
import { LocalCommands } from '@nordgate/messaging';
import { ServiceUnavailable } from '@nordgate/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseClock } from '../../database-clock/database-clock.queries.js';
import { authorisationStreamId } from '../../domain/authorisation.js';
import { isOver, minutesAfter } from '../../domain/deadline.js';
import { isSpent } from '../../domain/passkeys.js';
import { isEnrolment } from '../../domain/same-challenge.js';
import type { OpenAuthorisation } from '../../open-authorisation/open-authorisation.js';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { cookieOptions, enrolmentCookie } from '../security/cookies.js';
import { enrolmentChallenge, hashOf } from '../security/tokens.js';
import { Site } from '../frame/site.http.js';
import { Authorisations } from '../visit/authorisations.http.js';
import { Bank } from '../visit/bank.queries.js';
import { Visits } from '../visit/visits.http.js';
import { answerFromPage } from './answer-from-page.http.js';
import { algorithms, checkRegistration } from './check-registration.http.js';
import { CustomerPasskeys } from './customer-passkeys.http.js';
import { userHandleOf } from './passkey-challenge.js';
import { SiteOrigin } from './site-origin.http.js';

/** A browser whose PSU has proved that they want to add a passkey. */
export interface EnrolmentVisit {
  readonly id: string;
  readonly customerId: string;
  /** Its passkey is added. */
  readonly isDone: boolean;
  readonly csrf: string;
}

/** So long an authenticator waits for its user. */
const patienceMs = 120_000;

/** Adds passkeys, each after an SCA for just that. */
@Injectable()
export class Enrolments {
  constructor(
    private readonly site: Site,
    private readonly visits: Visits,
    private readonly authorisations: Authorisations,
    private readonly customers: CustomerPasskeys,
    private readonly origin: SiteOrigin,
    private readonly bank: Bank,
    private readonly commands: LocalCommands,
    private readonly clock: DatabaseClock,
    @Inject(SCA_SETTINGS) private readonly settings: ScaSettings,
  ) {}

  /** Opens an authorisation for a customer who is logged in, and sends this browser to it. */
  async begin(reply: FastifyReply, customerId: string): Promise<void> {
    const id = randomBytes(16).toString('hex');
    const [token, secret] = [randomBytes(32), randomBytes(32).toString('base64url')];
    const stream = authorisationStreamId(id);
    const data: OpenAuthorisation['data'] = {
      resource: { kind: 'access', asks: 'passkey' },
      initiator: { tpp: 'bank', tppName: 'Nordgate', tppSessionId: id, redirectUri: '' },
      // Nobody gets this link: the customer is logged in already.
      tokenHash: hashOf(token.toString('base64url')),
    };
    const meta = { at: await this.clock.now(), actor: 'psu' };
    const opening = { id: `${stream}/open`, type: 'OpenAuthorisation', stream, data, meta };
    if (isRefusal(await this.commands.execute(opening))) {
      throw new ServiceUnavailable('an authorisation for a passkey was not opened');
    }
    const psu = { customerId, psuId: customerId, browser: hashOf(secret) };
    await this.authorisations.execute(id, { type: 'IdentifyPsu', data: psu });
    const { secure } = this.site;
    void reply.setCookie(enrolmentCookie(secure), id, cookieOptions(secure));
    this.visits.enter(reply, id, secret);
  }

  /** Takes the right to add a passkey from this browser. */
  end(reply: FastifyReply): void {
    const { secure } = this.site;
    void reply.clearCookie(enrolmentCookie(secure), cookieOptions(secure));
  }

  /**
   * The visit, for ten minutes after the SCA, until the PSU goes back without a passkey or logs out; else
   * undefined. Throws SiteRefusal.
   */
  async visit(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
  ): Promise<EnrolmentVisit | undefined> {
    const { authorisation, now, secret } = await this.visits.begin(request, reply, id);
    if (request.cookies[enrolmentCookie(this.site.secure)] !== id) return undefined;
    if (authorisation.is !== 'finalised' || !isEnrolment(authorisation.resource)) return undefined;
    const { approvalMinutes } = this.settings.timers;
    if (isOver(minutesAfter(authorisation.outcome.at, approvalMinutes), now)) return undefined;
    const { customerId } = authorisation.psu;
    const isDone = isSpent(await this.customers.of(customerId), id);
    return { id, customerId, isDone, csrf: this.visits.formToken('passkey', id, secret) };
  }

  /** What the browser asks an authenticator for, as JSON. */
  async request({ id, customerId }: EnrolmentVisit): Promise<string> {
    const party = this.origin.relyingParty();
    if (party === undefined) throw new Error('there are no passkeys at this address');
    const [known, customer] = await Promise.all([
      this.customers.of(customerId),
      this.bank.customer({ customerId }),
    ]);
    const name = customer?.name ?? '';
    const request = await generateRegistrationOptions({
      rpName: 'Nordgate',
      rpID: party.id,
      userID: new Uint8Array(userHandleOf(customerId)),
      userName: name,
      userDisplayName: name,
      challenge: new Uint8Array(enrolmentChallenge(this.settings.keys.cookies, id)),
      timeout: patienceMs,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: (known.is === 'none' ? [] : known.passkeys).map((one) => ({
        id: one.credentialId,
        transports: [...one.transports],
      })),
    });
    return JSON.stringify(request);
  }

  /**
   * Adds the passkey of this answer, under this name; the one that is added already is taken again. False
   * when it cannot be taken.
   */
  async add({ id, customerId }: EnrolmentVisit, answer: string, name: string): Promise<boolean> {
    const party = this.origin.relyingParty();
    const response = answerFromPage<RegistrationResponseJSON>(answer);
    if (party === undefined || response === undefined) return false;
    const challenge = enrolmentChallenge(this.settings.keys.cookies, id);
    const credential = await checkRegistration(response, { party, challenge });
    if (credential === undefined) return false;
    const data = { ...credential, customerId, name, authorisationId: id };
    return this.customers.execute(customerId, { type: 'EnrolPasskey', data });
  }
}
