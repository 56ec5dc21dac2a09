import { Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import type { SandboxCustomer } from '@nordgate/contracts/queries';
import type { FastifyRequest } from 'fastify';
import type { Link } from '../../authorisation/authorisation.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { Bank } from '../bank/bank.rows.js';
import { formField } from '../frame/form.pipe.js';
import { SiteError } from '../frame/site-error.js';
import { exitOnError } from '../frame/site-error.filter.js';
import { canBeId, canBeToken, linkPath } from '../frame/site-address.js';
import { Site } from '../frame/site.service.js';
import { addressOf, GuessService } from '../limits/guess.service.js';
import { LinkRates } from '../limits/link-rates.service.js';
import { ProviderVisitService } from '../oidc/provider-visit.service.js';
import { failureExit } from '../leave/exit.js';
import { logInCookie } from '../security/cookies.js';
import { newSecret } from '../security/random.source.js';
import { TppAdmissionService } from '../visit/tpp-admission.service.js';
import { ownerAfterEnd } from '../visit/visit.js';
import type { FollowedLink, LogInVisitor, LinkState } from './link-answer.js';
import type { TestCustomer } from './log-in.page.js';
import { linkState } from './link-answer.js';
import { LinkWaitService } from './link-wait.service.js';
import { unopenedLogIn } from '../visit/opening.js';

/** More would push the ways out of the page down. */
const testCustomersMax = 8;

const notOpenYet: LinkState = { is: 'not-open-yet' };

/** What the address of a link names. */
export interface LinkParameters {
  readonly id: string;
  readonly token: string;
}

/** What one look at a link finds. */
type SeenLink = Pick<FollowedLink, 'state' | 'isStored' | 'now'>;

const isThere = ({ state }: SeenLink) => state.is !== 'not-open-yet';

/** Finds out where a link leads. */
@Injectable()
export class LinkService {
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
    private readonly admission: TppAdmissionService,
    private readonly guesses: GuessService,
    private readonly rates: LinkRates,
    private readonly providerVisits: ProviderVisitService,
    private readonly bank: Bank,
    private readonly waits: LinkWaitService,
  ) {}

  /**
   * Follows a link. Throws SiteError when no link can have this id or token, and for a stopped TPP. A link of
   * an older generation, and one with a wrong token, are followed like one whose event has not arrived yet.
   */
  async follow(request: FastifyRequest, parameters: LinkParameters): Promise<FollowedLink> {
    const link = await this.find(request, parameters);
    const { id, now, reader, state } = link;
    if (state.is === 'not-open-yet') return link;
    const { authorisation } = state;
    exitOnError.set(request, () => failureExit(authorisation, 'unavailable', reader));
    await this.admission.require({ id, authorisation, now });
    return link;
  }

  private async find(
    request: FastifyRequest,
    { id, token }: LinkParameters,
  ): Promise<FollowedLink> {
    if (!canBeToken(token) || !canBeId(id)) {
      await this.guesses.wrongLink(addressOf(request));
      throw new SiteError('not-found');
    }
    const isServed = await this.site.canServe(id);
    const look = () => this.look(request, { id, token }, isServed);
    const seen = await this.seenInTime(request, look);
    if (this.isOpening(request, id) && seen.state.is !== 'not-open-yet') {
      const { tpp } = seen.state.authorisation.initiator;
      this.rates.admit({ tpp, path: linkPath(id, token) });
    }
    const owner = this.ownerOf(request, id, seen.state);
    const reader = this.site.reader(request);
    const visitor = this.visitorOf(request, id);
    const provider = seen.state.is === 'open' ? await this.providerVisits.onPage() : undefined;
    const isTyped = seen.state.is === 'open' && provider === undefined;
    const testCustomers = isTyped ? await this.testCustomers(id) : [];
    return { id, token, ...seen, reader, visitor, owner, provider, testCustomers };
  }

  /** A form that the browser has got here does not count: its PSU is already in. */
  private isOpening(request: FastifyRequest, id: string): boolean {
    const secret = this.site.browser(request).visitorSecret;
    if (request.method !== 'POST' || secret === undefined) return true;
    return !this.site.isFormToken({ form: 'log-in', id, secret }, formField(request.body, 'csrf'));
  }

  /** The secret of the browser that logged in. Its cookie is gone when the authorisation is over. */
  private ownerOf(request: FastifyRequest, id: string, state: LinkState): string | undefined {
    const browser = this.site.browser(request);
    const kept = browser.secretFor(id);
    if (kept !== undefined || state.is !== 'ended') return kept;
    return ownerAfterEnd(state.authorisation, this.site.secretsAfterEnd(browser, id));
  }

  /** What is known of a link now. */
  private async look(
    request: FastifyRequest,
    { id, token }: LinkParameters,
    isServed: boolean,
  ): Promise<SeenLink> {
    const { authorisation: stored, now } = await this.authorisations.load(id);
    const browser = this.site.browser(request);
    const isStored = stored.is !== 'none';
    const unopened = unopenedLogIn(this.site.keys.cookies, browser.unopened(id), { id, token });
    const known = isStored ? stored : (unopened ?? stored);
    const isOwn = (link: Link) => this.site.isLinkToken(link, id, token);
    return { state: isServed ? linkState(known, isOwn, now) : notOpenYet, isStored, now };
  }

  /**
   * Looks at a link until it is open. A wrong token counts and waits like an unknown id: neither the limit nor
   * the time may tell them apart. The waiting page and a sent form do not wait.
   */
  private async seenInTime(
    request: FastifyRequest,
    look: () => Promise<SeenLink>,
  ): Promise<SeenLink> {
    const seen = await look();
    if (isThere(seen)) return seen;
    await this.guesses.earlyLink(addressOf(request));
    const isFirst = request.method === 'GET' && formField(request.query, 'waited') === '';
    if (!isFirst) return seen;
    const isGone = () => request.socket.destroyed;
    return (await this.waits.until({ look, isThere, isGone })) ?? seen;
  }

  /** Nobody in production, and while the list is not available: a customer number can still be typed. */
  private async testCustomers(id: string): Promise<readonly TestCustomer[]> {
    if (this.site.environment !== 'sandbox') return [];
    const customers = await this.bank.testCustomers(generationOf(id)).catch(() => []);
    // A company does not log in: a person acts for it. Account numbers are in the order of their opening.
    return [...customers]
      .filter(({ customerType }) => customerType === 'PRIVATE')
      .sort((a, b) => firstAccountOf(a).localeCompare(firstAccountOf(b)))
      .slice(0, testCustomersMax)
      .map(({ customerName: name, customerNumber: number }) => ({ name, number }));
  }

  private visitorOf(request: FastifyRequest, id: string): LogInVisitor {
    const known = this.site.browser(request).visitorSecret;
    const secret = known ?? newSecret();
    const csrf = this.site.formToken('log-in', id, secret);
    return {
      secret,
      csrf,
      cookies: known === undefined ? [{ name: logInCookie, value: secret }] : [],
    };
  }
}

/** The lowest account number of a customer; behind all others for a customer without an account. */
function firstAccountOf({ accounts }: SandboxCustomer): string {
  return accounts.map(({ bban }) => bban).sort()[0] ?? '~';
}
