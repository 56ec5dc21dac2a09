import { Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { consentRefusal } from '../../access-view/access-answer.js';
import { accessStream, accessStreamId } from '../../domain/access.js';
import { contextKey } from '../decision/acting-context.js';
import type { Approvable } from '../decision/approvable.service.js';
import { refreshAt } from '../frame/answer.js';
import type { Page } from '../frame/answer.js';
import { approvalPath } from '../frame/site-path.js';
import { contextsOnPage } from '../parts/contexts.part.js';
import { noticeOf } from '../parts/notice.part.js';
import { formTargets } from '../redirect/exit.js';
import type { Visit } from '../visit/visit.js';
import { renderAccounts } from './accounts.page.js';

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
        tppName: authorisation.initiator.tppName,
        tppId: authorisation.initiator.tpp,
        customerName: customer.name,
        actsFor: context.name,
        change: approvalPath(id),
        contexts: contextsOnPage(contexts, context),
        accounts: context.viewable.map(({ accountId, bban, name }) => ({
          id: accountId,
          number: bban,
          name,
          isTicked: ticked.has(accountId),
        })),
        notice: noticeOf(why, 0),
        choose: `${approvalPath(id)}/accounts`,
        refuse: `${approvalPath(id)}/refuse`,
        csrf,
        contextKey: contextKey(context),
        minutesLeft: Math.ceil(refresh.seconds / 60),
      },
    );
    const formTarget = formTargets(authorisation, reader.environment);
    return { is: 'page', status: 200, language: reader.language, html, refresh, formTarget };
  }

  /** The accounts that the PSU picked a moment ago, otherwise those that the TPP may read now. */
  private async ticked(
    { id, now }: Visit,
    { authorisation, content }: Approvable,
  ): Promise<ReadonlySet<string>> {
    if (content.accounts !== undefined) {
      return new Set(content.accounts.map(({ accountId }) => accountId));
    }
    const { initiator, psu } = authorisation;
    const stream = accessStreamId(generationOf(id), initiator.tpp, psu.customerId, content.context);
    const { state } = await this.store.state(accessStream, stream);
    const isInForce = state.is === 'granted' && consentRefusal(state, now) === undefined;
    return new Set(isInForce ? state.accounts : []);
  }
}
