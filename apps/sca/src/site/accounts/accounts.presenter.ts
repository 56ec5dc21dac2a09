import { Injectable } from '@nestjs/common';
import type { ActingContext } from '@nordgate/contracts/queries';
import { generationOf } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { consentRefusal } from '../../access-view/access-answer.js';
import { accessStream, accessStreamId } from '../../domain/access.js';
import { contextKey } from '../decision/acting-context.js';
import type { Approvable } from '../decision/approvable.service.js';
import { idsOf } from '../decision/picked-accounts.js';
import type { Choice } from '../decision/picked-accounts.js';
import { refreshAt } from '../frame/answer.js';
import type { Page } from '../frame/answer.js';
import { approvalPath } from '../frame/site-path.js';
import { accountText, cardText, timeText } from '../language/plain-values.js';
import { noticeOf } from '../parts/notice.part.js';
import { contextsOnPage } from '../parts/who.part.js';
import { failureExit, formTargets } from '../redirect/exit.js';
import type { Visit } from '../visit/visit.js';
import { renderAccounts } from './accounts.page.js';
import type { AccountsPage } from './accounts.page.js';

/** Makes the page on which the PSU picks accounts for a consent (specification 5.10). */
@Injectable()
export class AccountsPresenter {
  constructor(private readonly store: EventStore) {}

  /** `why` is the reason for showing the page once more, or any other text. */
  async page(visit: Visit, approvable: Approvable, why: string): Promise<Page> {
    const { id, csrf, now, reader } = visit;
    const { authorisation, content, contexts, customer } = approvable;
    const { context } = content;
    const ticked = await this.ticked(visit, approvable);
    const refresh = refreshAt(authorisation.expiresAt, { now, url: approvalPath(id) });
    const html = renderAccounts(
      reader,
      { key: 'approval.access' },
      {
        kind: 'access',
        tppName: authorisation.initiator.tppName,
        tppId: authorisation.initiator.tpp,
        customerName: customer.name,
        actsFor: context.name,
        change: approvalPath(id),
        contexts: contextsOnPage(contexts, context),
        accounts: choicesOf(context, ticked),
        notice: noticeOf(why, 0),
        choose: `${approvalPath(id)}/accounts`,
        refuse: `${approvalPath(id)}/refuse`,
        cancel: failureExit(authorisation, 'aborted', reader)?.href,
        csrf,
        contextKey: contextKey(context),
        until: timeText(authorisation.expiresAt, reader.language),
      },
    );
    const formTarget = formTargets(authorisation, reader.environment);
    return { is: 'page', status: 200, language: reader.language, html, refresh, formTarget };
  }

  /** What the PSU picked a moment ago, otherwise what the TPP may read now. */
  private async ticked(
    { id, now }: Visit,
    { authorisation, content }: Approvable,
  ): Promise<Choice> {
    const { accounts, cardAccounts } = content;
    if (accounts !== undefined) return idsOf({ accounts, cardAccounts });
    const { initiator, psu } = authorisation;
    const stream = accessStreamId(generationOf(id), initiator.tpp, psu.customerId, content.context);
    const { state } = await this.store.state(accessStream, stream);
    const isInForce = state.is === 'granted' && consentRefusal(state, now) === undefined;
    return isInForce ? state : {};
  }
}

/** A box for each account of the context, then for each card account. */
function choicesOf(
  { viewable, viewableCards = [] }: ActingContext,
  { accounts = [], cardAccounts = [] }: Choice,
): AccountsPage['accounts'] {
  return [
    ...viewable.map(({ accountId: id, bban, name }) => {
      return {
        field: 'account',
        id,
        number: accountText({ bban }),
        name,
        isTicked: accounts.includes(id),
      } as const;
    }),
    ...viewableCards.map(({ cardAccountId: id, maskedPan, name }) => {
      const isTicked = cardAccounts.includes(id);
      return { field: 'card', id, number: cardText(maskedPan), name, isTicked } as const;
    }),
  ];
}
