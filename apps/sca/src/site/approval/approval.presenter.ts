import { Inject, Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import { isOpenedHere } from '../../domain/authorisation.js';
import type { Challenged } from '../../domain/authorisation.js';
import { isOwnBusiness } from '../../domain/same-challenge.js';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { ScaMethodService } from '../challenge/sca-method.service.js';
import { contextKey, offeredContexts } from '../decision/acting-context.js';
import type { Approvable, Undecided } from '../decision/approvable.service.js';
import { refreshAt } from '../frame/answer.js';
import type { Page } from '../frame/answer.js';
import { pageKindOf } from '../frame/page-kind.js';
import { approvalPath, overviewPath } from '../frame/site-path.js';
import { timeText } from '../language/plain-values.js';
import { noticeOf } from '../parts/notice.part.js';
import { contextsOnPage } from '../parts/who.part.js';
import { failureExit, formTargets, withTargets } from '../redirect/exit.js';
import { newSecret } from '../security/random.source.js';
import type { Visit } from '../visit/visit.js';
import { headingOf, submitText } from './approval-heading.js';
import { accountsOnPage, paymentsOnPage, signersOnPage } from './approval-view.js';
import { renderApproval } from './approval.page.js';

/** Makes the page on which the PSU decides. */
@Injectable()
export class ApprovalPresenter {
  constructor(
    private readonly methods: ScaMethodService,
    @Inject(SCA_SETTINGS) private readonly settings: Pick<ScaSettings, 'terms'>,
  ) {}

  /** `why` is the reason for showing the page once more, or any other text. */
  async page(
    visit: Visit,
    approvable: Approvable,
    { challenged, why }: { readonly challenged: Challenged; readonly why: string },
  ): Promise<Page> {
    const { content, customer } = approvable;
    const { customerId } = customer;
    const { challenge, wrongCodes } = challenged;
    const kind = pageKindOf(challenged.resource);
    const approval = { ...challenge, authorisationId: visit.id, customerId };
    const [proof, usable] = await Promise.all([
      this.methods.named(challenge.method).onPage(approval),
      this.methods.usable({ customerId, generation: generationOf(visit.id) }, approvable),
    ]);
    const page = this.pageAround(visit, approvable, challenged);
    const { id, reader } = visit;
    const heading = headingOf(kind, content, reader);
    const again = noticeOf(why, wrongCodes);
    const isAtField = why === 'wrong-code' && proof.method === 'sandbox-code';
    const html = renderApproval(reader, heading.title, {
      ...page.parts,
      ...(isAtField ? { problem: again } : { notice: again }),
      cancel: failureExit(challenged, 'aborted', reader)?.href,
      decision: {
        submit: submitText({ kind, proof, sum: heading.sum }, reader),
        approve: `${approvalPath(id)}/${proof.method === 'oidc' ? 'provider' : 'approve'}`,
        refuse: `${approvalPath(id)}/refuse`,
        page: newSecret(),
        proof,
        others: usable.filter((one) => one !== challenge.method),
        until: timeText(challenged.expiresAt, reader.language),
      },
    });
    const targets = proof.method === 'oidc' ? proof.targets : [];
    const formTarget = withTargets(page.head.formTarget, targets);
    return { ...page.head, html, formTarget, hasScript: proof.method === 'passkey' };
  }

  /** The page when the PSU can pay nothing in the shown context: without a code, with the way back. */
  pageWithoutProof(visit: Visit, approvable: Approvable): Page {
    const { head, parts } = this.pageAround(visit, approvable, approvable.authorisation);
    const decline = `${approvalPath(visit.id)}/decline`;
    const data = { ...parts, decline, isChangeOpen: true };
    return { ...head, html: renderApproval(visit.reader, { key: 'approval.unpayable' }, data) };
  }

  /** What both forms of the page have in common. */
  private pageAround(
    { csrf, id, now, reader }: Visit,
    { content, contexts, customer, firstSigner }: Approvable,
    authorisation: Undecided,
  ) {
    const { expiresAt, initiator, resource } = authorisation;
    const { language } = reader;
    // When the time is over, the reloaded page sends the PSU back.
    const refresh = refreshAt(expiresAt, { now, url: approvalPath(id) });
    const formTarget = formTargets(authorisation, reader.environment);
    const views = content.payments.map(({ view }) => view);
    const offered = offeredContexts(contexts, content.context, views);
    // Calling off a payment costs nothing.
    const isCharged = resource.kind !== 'cancellation';
    const { terms } = this.settings;
    const termsNow = terms && { ...terms, now: new Date(now) };
    const parts = {
      kind: pageKindOf(resource),
      tppName: initiator.tppName,
      tppId: isOwnBusiness(resource) ? undefined : initiator.tpp,
      customerName: customer.name,
      actsFor: isOwnBusiness(resource) ? undefined : content.context.name,
      change: approvalPath(id),
      contexts: isOwnBusiness(resource) ? [] : contextsOnPage(offered, content.context),
      payments: paymentsOnPage(content, language, isCharged ? termsNow : undefined),
      ...accountsOnPage(content),
      signers: signersOnPage(content, firstSigner),
      passOn: firstSigner === undefined ? reader.overviewUrl : undefined,
      back: isOpenedHere(authorisation) ? overviewPath : undefined,
      csrf,
      contextKey: contextKey(content.context),
    };
    return {
      refresh,
      parts,
      head: { is: 'page', status: 200, language, refresh, formTarget },
    } as const;
  }
}
