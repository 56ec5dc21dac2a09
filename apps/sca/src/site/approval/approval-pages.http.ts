import { Injectable } from '@nestjs/common';
import type { Challenged } from '../../domain/authorisation.js';
import { isOpenedHere } from '../../domain/opened-here.js';
import { isOwnBusiness } from '../../domain/same-challenge.js';
import { ScaMethods } from '../challenge/sca-methods.http.js';
import { Site } from '../frame/site.http.js';
import { secondsUntil } from '../log-in/link-pages.http.js';
import { renderApproval } from '../approval/approval.page.js';
import { pageKindOf } from '../frame/page-kind.js';
import { failureExit } from '../redirect/exit.js';
import { overviewPath } from '../visit/visits.http.js';
import type { Visit } from '../visit/visits.http.js';
import type { Approvable } from './approvals.http.js';
import { contextsOnPage, noticeOf, paymentsOnPage, signersOnPage } from './approval-view.js';
import { contextKey } from './open-contexts.js';
import { accountsOnPage } from './picked-accounts.js';

/** The page on which the PSU decides. */
@Injectable()
export class ApprovalPages {
  constructor(
    private readonly site: Site,
    private readonly methods: ScaMethods,
  ) {}

  /** `why` says why the page is shown once more. */
  async approve(
    visit: Visit,
    { content, contexts, customer, firstSigner }: Approvable & { readonly is: 'content' },
    { challenged, why }: { readonly challenged: Challenged; readonly why: unknown },
  ): Promise<void> {
    const { id, csrf, now, request, reply } = visit;
    const { challenge, expiresAt, initiator, resource, wrongCodes } = challenged;
    const kind = pageKindOf(resource);
    const seconds = secondsUntil(expiresAt, now);
    const { language } = this.site.frame(request);
    const notice = noticeOf(why, wrongCodes);
    const { customerId } = customer;
    const approval = { ...challenge, authorisationId: id, customerId };
    const [proof, usable] = await Promise.all([
      this.methods.named(challenge.method).onPage(approval),
      this.methods.usable(customerId),
    ]);
    const html = renderApproval(
      this.site.frame(request),
      {
        key: `approval.${kind}`,
        parameters: { count: String(content.payments.length) },
      },
      {
        kind,
        tppName: initiator.tppName,
        customerName: customer.name,
        actsFor: content.context.name,
        change: `/sign/${id}`,
        contexts: isOwnBusiness(resource) ? [] : contextsOnPage(contexts, content.context),
        payments: paymentsOnPage(content, language),
        ...accountsOnPage(content.accounts),
        ...signersOnPage(content, firstSigner),
        ...(isOpenedHere(challenged) ? { back: overviewPath } : {}),
        ...(notice === undefined ? {} : { notice }),
        approve: `/sign/${id}/approve`,
        refuse: `/sign/${id}/refuse`,
        csrf,
        contextKey: contextKey(content.context),
        proof,
        others: usable.filter((one) => one !== challenge.method),
        minutesLeft: Math.ceil(seconds / 60),
      },
    );
    const formTarget = failureExit(challenged, 'aborted', this.site.reader(request))?.origin;
    // When the time is over the site sends the PSU back by itself.
    const refresh = { seconds, url: `/sign/${id}` };
    const hasScript = proof.method === 'passkey';
    this.site.send(request, reply, { status: 200, html, refresh, formTarget, hasScript });
  }
}
