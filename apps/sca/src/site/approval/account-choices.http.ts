import { Injectable } from '@nestjs/common';
import { EventStore } from '@nordgate/event-store';
import { consentRefusal } from '../../access-view/access-answer.js';
import { accessStream, accessStreamId } from '../../domain/access.js';
import { Site } from '../frame/site.http.js';
import { secondsUntil } from '../log-in/link-pages.http.js';
import { renderAccounts } from '../accounts/accounts.page.js';
import { failureExit } from '../redirect/exit.js';
import type { Visit } from '../visit/visits.http.js';
import type { Approvable } from './approvals.http.js';
import { contextsOnPage, noticeOf } from './approval-view.js';
import { contextKey } from './open-contexts.js';

/** The page on which the PSU picks accounts for a consent (specification 5.10). */
@Injectable()
export class AccountChoices {
  constructor(
    private readonly site: Site,
    private readonly store: EventStore,
  ) {}

  /** `why` says why the page is shown once more. */
  async show(
    visit: Visit,
    approvable: Approvable & { readonly is: 'content' },
    why: string,
  ): Promise<void> {
    const { id, csrf, now, request, reply } = visit;
    const { authorisation, content, contexts, customer } = approvable;
    const { context } = content;
    const ticked = await this.ticked(visit, approvable);
    const seconds = secondsUntil(authorisation.expiresAt, now);
    const notice = noticeOf(why, 0);
    const html = renderAccounts(
      this.site.frame(request),
      { key: 'approval.access' },
      {
        tppName: authorisation.initiator.tppName,
        customerName: customer.name,
        actsFor: context.name,
        change: `/sign/${id}`,
        contexts: contextsOnPage(contexts, context),
        accounts: context.viewable.map(({ accountId, bban, name }) => ({
          id: accountId,
          number: bban,
          name,
          isTicked: ticked.has(accountId),
        })),
        ...(notice === undefined ? {} : { notice }),
        choose: `/sign/${id}/accounts`,
        refuse: `/sign/${id}/refuse`,
        csrf,
        contextKey: contextKey(context),
        minutesLeft: Math.ceil(seconds / 60),
      },
    );
    const formTarget = failureExit(authorisation, 'aborted', this.site.reader(request))?.origin;
    const refresh = { seconds, url: `/sign/${id}` };
    this.site.send(request, reply, { status: 200, html, refresh, formTarget });
  }

  /** What was picked a moment ago, else what is granted already. */
  private async ticked(
    { now }: Visit,
    { authorisation, content }: Approvable & { readonly is: 'content' },
  ): Promise<ReadonlySet<string>> {
    if (content.accounts !== undefined) {
      return new Set(content.accounts.map(({ accountId }) => accountId));
    }
    const { initiator, psu } = authorisation;
    const stream = accessStreamId(initiator.tpp, psu.customerId, content.context);
    const { state } = await this.store.state(accessStream, stream);
    const isInForce = state.is === 'granted' && consentRefusal(state, now) === undefined;
    return new Set(isInForce ? state.accounts : []);
  }
}
