import { Inject, Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import { isOpenedHere } from '../../authorisation/authorisation.js';
import type { Challenged } from '../../authorisation/authorisation.js';
import { isOwnBusiness } from '../../authorisation/same-challenge.js';
import { grantsNothing } from '../../access/access.js';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { accessPart, accessTitle } from './access-part.js';
import type { AccessPart } from './access-part.js';
import { KnownAccessService } from './known-access.service.js';
import { ScaMethodService } from '../challenge/sca-method.service.js';
import { contextKey, offeredContexts } from '../content/acting-context.js';
import type { Approvable, Undecided } from '../content/approvable.service.js';
import { idsOf } from '../content/picked-accounts.js';
import { refreshAt } from '../frame/answer.js';
import type { Page } from '../frame/answer.js';
import { pageKindOf } from '../frame/page-kind.js';
import type { Title } from '../frame/page-template.loader.js';
import { approvalPath, overviewPath } from '../frame/site-address.js';
import { timeText } from '../language/plain-values.js';
import { noticeOf } from '../content/notice.part.js';
import { companyOf, contextsOnPage } from '../content/who.part.js';
import { failureExit, formTargets, withTargets } from '../leave/exit.js';
import { newSecret } from '../security/random.source.js';
import type { Visit } from '../visit/visit.js';
import { headingOf, submitText } from './approval-heading.js';
import type { ApprovalHeading } from './approval-heading.js';
import { proofActOf, sentencesOf } from './approval-sentences.js';
import { paymentsOnPage, signersOnPage } from './approval-view.js';
import { chosenOnPage } from './chosen-accounts.js';
import { renderApproval } from './approval.page.js';

/** Makes the page on which the PSU decides. */
@Injectable()
export class ApprovalPresenter {
  constructor(
    private readonly methods: ScaMethodService,
    private readonly knownAccesses: KnownAccessService,
    @Inject(SCA_SETTINGS) private readonly settings: Pick<ScaSettings, 'accountTerms' | 'terms'>,
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
    const [proof, usable, consent] = await Promise.all([
      this.methods.named(challenge.method).onPage(approval),
      this.methods.usable({ customerId, generation: generationOf(visit.id) }, approvable),
      this.consentOf(visit, approvable),
    ]);
    const page = this.pageAround(visit, approvable, { authorisation: challenged, consent });
    const { id, reader } = visit;
    const heading = kind === 'access' ? undefined : headingOf(kind, content, reader);
    const again = noticeOf(why, wrongCodes);
    const isAtField = why === 'wrong-code' && proof.method === 'sandbox-code';
    const act = consent?.ends === true ? 'end' : kind;
    const html = renderApproval(reader, consent?.title ?? titleOf(heading), {
      ...page.parts,
      ...(isAtField ? { problem: again } : { notice: again }),
      // On the page that stops a payment, keeping it is the only other way.
      cancel: kind === 'cancellation' ? undefined : leavingAddress(challenged, reader),
      decision: {
        submit: submitText({ act, proof, sum: heading?.sum }, reader),
        approve: `${approvalPath(id)}/${proof.method === 'oidc' ? 'provider' : 'approve'}`,
        refuse: `${approvalPath(id)}/refuse`,
        act: proofActOf(kind),
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
    const { authorisation } = approvable;
    const { head, parts } = this.pageAround(visit, approvable, { authorisation });
    const decline = `${approvalPath(visit.id)}/decline`;
    const data = { ...parts, decline, isChangeOpen: true };
    return { ...head, html: renderApproval(visit.reader, { key: 'approval.unpayable' }, data) };
  }

  /** The page when the rules of the bank accept no method that the PSU has: the reason, and the way back. */
  pageWithoutMethod(visit: Visit, approvable: Approvable): Page {
    const { authorisation } = approvable;
    const { head, parts } = this.pageAround(visit, approvable, { authorisation });
    const leave = failureExit(authorisation, 'no-method', visit.reader)?.href;
    const data = { ...parts, isWithoutMethod: true, leave };
    return { ...head, html: renderApproval(visit.reader, { key: 'ended.no-method' }, data) };
  }

  /** What the page of a consent says after the choice of accounts; undefined for anything else. */
  private async consentOf(
    visit: Visit,
    approvable: Approvable,
  ): Promise<ConsentOnPage | undefined> {
    const { authorisation, content, customer } = approvable;
    const { accounts, cardAccounts } = content;
    if (accounts === undefined) return undefined;
    const known = await this.knownAccesses.of(visit, approvable);
    const chosen = idsOf({ accounts, cardAccounts });
    const ends = grantsNothing(chosen);
    const { initiator } = authorisation;
    const asked = { initiator, known, contexts: customer.contexts, ends, now: visit.now };
    const { reader } = visit;
    return {
      ends,
      title: accessTitle(asked),
      sentences: accessPart(asked, reader),
      accounts: chosenOnPage(content, { initiator, known }),
    };
  }

  /** What both forms of the page have in common. */
  private pageAround(
    { csrf, id, now, reader }: Visit,
    { content, contexts, customer, firstSigner }: Approvable,
    {
      authorisation,
      consent,
    }: { readonly authorisation: Undecided; readonly consent?: ConsentOnPage | undefined },
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
    const { accountTerms, terms } = this.settings;
    const exemptsReads = accountTerms?.attendedReadsAfterSession === 'exempt';
    const asked = { link: authorisation, content, access: consent?.sentences, exemptsReads };
    const termsNow = terms && { ...terms, now: new Date(now) };
    const parts = {
      kind: pageKindOf(resource),
      ...sentencesOf(asked, reader),
      tppName: initiator.tppName,
      tppId: isOwnBusiness(resource) ? undefined : initiator.tpp,
      customerName: customer.name,
      actsFor: isOwnBusiness(resource) ? undefined : companyOf(content.context),
      change: approvalPath(id),
      contexts: isOwnBusiness(resource) ? [] : contextsOnPage(offered, content.context),
      payments: paymentsOnPage(content, language, isCharged ? termsNow : undefined),
      ...consent?.accounts,
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

/** A consent on its approval page. */
interface ConsentOnPage {
  /** Nothing is picked: the approval ends the access. */
  readonly ends: boolean;
  readonly title: Title;
  readonly sentences: AccessPart;
  readonly accounts: ReturnType<typeof chosenOnPage>;
}

function titleOf(heading: ApprovalHeading | undefined): Title {
  if (heading === undefined) throw new Error('a consent without a choice has no approval page');
  return heading.title;
}

function leavingAddress(authorisation: Challenged, reader: Visit['reader']): string | undefined {
  return failureExit(authorisation, 'aborted', reader)?.href;
}
