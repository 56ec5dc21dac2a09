import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApproveService } from '../approve/approve.service.js';
import { Bank } from '../bank/bank.rows.js';
import type { Answer } from '../frame/answer.js';
import { SiteError } from '../frame/site-error.js';
import { approvalPath, linkPath, overviewPath } from '../frame/site-address.js';
import { Site } from '../frame/site.service.js';
import { addressOf, GuessService } from '../limits/guess.service.js';
import { LinkService } from '../log-in/link.service.js';
import { inWorld, LogInService } from '../log-in/log-in.service.js';
import { VisitService } from '../visit/visit.guard.js';
import { OidcMethod } from '../oidc/oidc-method.service.js';
import { grantsDetails, personOf } from '../oidc/provider-answer.js';
import { siteErrorsOf, ProviderError } from '../oidc/provider-failure.js';
import { ProviderVisitService } from '../oidc/provider-visit.service.js';
import type { ReturnedVisit } from '../oidc/provider-visit.service.js';
import type { TransactionUse } from '../oidc/transaction.js';

type UseOf<Is extends TransactionUse['is']> = Extract<TransactionUse, { readonly is: Is }>;

/** Goes on with a PSU whom the identity provider sends back. */
@Injectable()
export class ProviderCallbackService {
  constructor(
    private readonly site: Site,
    private readonly providerVisits: ProviderVisitService,
    private readonly method: OidcMethod,
    private readonly bank: Bank,
    private readonly guesses: GuessService,
    private readonly links: LinkService,
    private readonly logIns: LogInService,
    private readonly visits: VisitService,
    private readonly approvals: ApproveService,
  ) {}

  /** Throws SiteError for a visit that failed, with the cookie of the visit spent. */
  async goOn(request: FastifyRequest, state: string): Promise<Answer> {
    const browser = this.site.browser(request);
    const returned = siteErrorsOf(overviewPath, [], () =>
      this.providerVisits.returned(browser, state),
    );
    const { spent, transaction } = returned;
    const { use } = transaction;
    const again = use.is === 'log-in' ? linkPath(use.id, use.token) : approvalPath(use.id);
    const answer = await siteErrorsOf(again, [spent], () =>
      use.is === 'log-in'
        ? this.logIn(request, returned, use)
        : this.approve(request, returned, use),
    );
    return { ...answer, cookies: [spent, ...(answer.cookies ?? [])] };
  }

  private async logIn(
    request: FastifyRequest,
    returned: ReturnedVisit,
    use: UseOf<'log-in'>,
  ): Promise<Answer> {
    const link = await this.links.follow(request, use);
    const { state } = link;
    if (state.is === 'not-open-yet') throw new SiteError('unknown-link');
    if (state.is === 'ended') return this.logIns.ended(link, state);
    const customerId = await this.customerOf(request, returned, use.id);
    const customer = await this.bank.customer({ customerId });
    if (customer === null) throw new ProviderError('unknown-customer', 'the customer has left');
    return this.guesses.logIn(addressOf(request), () =>
      this.logIns.enterAs(link, state.authorisation, customer),
    );
  }

  private async approve(
    request: FastifyRequest,
    returned: ReturnedVisit,
    { binding, context, details, id, shown }: UseOf<'approval'>,
  ): Promise<Answer> {
    const visit = await this.visits.of(request, id);
    const answer = await this.providerVisits.finish(queryOf(request), returned);
    const provider = this.required();
    const { startedAt } = returned.transaction;
    const person = personOf(answer, provider, { notBefore: startedAt, now: Date.now() });
    const customerId = await this.identify(person, id);
    const isGranted = grantsDetails(answer, details, provider);
    // The answer of another person, or for other details, is a wrong proof.
    const code = isGranted ? this.method.answerFor(binding, customerId) : '';
    const form = { method: 'oidc', context, shown, code, page: returned.state };
    return this.approvals.approve(visit, form, addressOf(request));
  }

  private async customerOf(
    request: FastifyRequest,
    returned: ReturnedVisit,
    id: string,
  ): Promise<string> {
    const answer = await this.providerVisits.finish(queryOf(request), returned);
    const { startedAt } = returned.transaction;
    return this.identify(
      personOf(answer, this.required(), { notBefore: startedAt, now: Date.now() }),
      id,
    );
  }

  private async identify(person: string, id: string): Promise<string> {
    const isNumber = this.required().customerClaimHolds === 'customer-number';
    const by = isNumber ? { customerNumber: person } : { identifier: person };
    const found = await this.bank.identified(inWorld(by, id));
    if (found.is === 'customer') return found.customerId;
    throw new ProviderError(`${found.is}-customer`, 'the person is not one customer of the bank');
  }

  private required() {
    const { provider } = this.providerVisits;
    if (provider === undefined) throw new Error('a visit at no provider came back');
    return provider;
  }
}

function queryOf({ url }: FastifyRequest): string {
  return url.slice(url.indexOf('?') + 1);
}
