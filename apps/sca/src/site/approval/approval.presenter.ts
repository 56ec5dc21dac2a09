import { Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import type { Challenged } from '../../domain/authorisation.js';
import { isOpenedHere } from '../../domain/opened-here.js';
import { isOwnBusiness } from '../../domain/same-challenge.js';
import { ScaMethodService } from '../challenge/sca-method.service.js';
import { contextKey } from '../decision/acting-context.js';
import type { Approvable } from '../decision/approvable.service.js';
import { refreshAt } from '../frame/answer.js';
import type { Page } from '../frame/answer.js';
import { pageKindOf } from '../frame/page-kind.js';
import { approvalPath, overviewPath } from '../frame/site-path.js';
import { contextsOnPage } from '../parts/contexts.part.js';
import { noticeOf } from '../parts/notice.part.js';
import { failureExit } from '../redirect/exit.js';
import type { Visit } from '../visit/visit.js';
import { accountsOnPage, paymentsOnPage, signersOnPage } from './approval-view.js';
import { renderApproval } from './approval.page.js';

/** Makes the page on which the PSU decides. */
@Injectable()
export class ApprovalPresenter {
  constructor(private readonly methods: ScaMethodService) {}

  /** `why` is the reason for showing the page once more, or any other text. */
  async page(
    { id, csrf, now, reader }: Visit,
    { content, contexts, customer, firstSigner }: Approvable,
    { challenged, why }: { readonly challenged: Challenged; readonly why: string },
  ): Promise<Page> {
    const { challenge, expiresAt, initiator, resource, wrongCodes } = challenged;
    const { customerId } = customer;
    const kind = pageKindOf(resource);
    const approval = { ...challenge, authorisationId: id, customerId };
    const [proof, usable] = await Promise.all([
      this.methods.named(challenge.method).onPage(approval),
      this.methods.usable({ customerId, generation: generationOf(id) }),
    ]);
    // When the time is over, the reloaded page sends the PSU back.
    const refresh = refreshAt(expiresAt, { now, url: approvalPath(id) });
    const html = renderApproval(
      reader,
      { key: `approval.${kind}`, parameters: { count: String(content.payments.length) } },
      {
        kind,
        tppName: initiator.tppName,
        customerName: customer.name,
        actsFor: content.context.name,
        change: approvalPath(id),
        contexts: isOwnBusiness(resource) ? [] : contextsOnPage(contexts, content.context),
        payments: paymentsOnPage(content, reader.language),
        ...accountsOnPage(content),
        signers: signersOnPage(content, firstSigner),
        back: isOpenedHere(challenged) ? overviewPath : undefined,
        notice: noticeOf(why, wrongCodes),
        approve: `${approvalPath(id)}/approve`,
        refuse: `${approvalPath(id)}/refuse`,
        csrf,
        contextKey: contextKey(content.context),
        proof,
        others: usable.filter((one) => one !== challenge.method),
        minutesLeft: Math.ceil(refresh.seconds / 60),
      },
    );
    const formTarget = failureExit(challenged, 'aborted', reader)?.origin;
    const hasScript = proof.method === 'passkey';
    const { language } = reader;
    return { is: 'page', status: 200, language, html, refresh, formTarget, hasScript };
  }
}
