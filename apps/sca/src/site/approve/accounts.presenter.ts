import { Injectable } from '@nestjs/common';
import type { ActingContext } from '@nordgate/contracts/queries';
import { withoutGeneration } from '@nordgate/contracts/rules';
import { pageFrom } from '../frame/page-template.loader.js';
import type { AccessPart } from './access-part.js';
import { accessPart, accessTitle, liveAccessFor } from './access-part.js';
import type { NoticePart } from '../content/notice.part.js';
import { noticeOf } from '../content/notice.part.js';
import type { WhoPart } from '../content/who.part.js';
import { companyOf, contextsOnPage } from '../content/who.part.js';
import { contextKey } from '../content/acting-context.js';
import type { Approvable } from '../content/approvable.service.js';
import { idsOf } from '../content/picked-accounts.js';
import type { Choice } from '../content/picked-accounts.js';
import { refreshAt } from '../frame/answer.js';
import type { Page } from '../frame/answer.js';
import { approvalPath } from '../frame/site-address.js';
import { accountText, cardText, timeText } from '../language/plain-values.js';
import { failureExit, formTargets } from '../leave/exit.js';
import type { Visit } from '../visit/visit.js';
import { KnownAccessService } from './known-access.service.js';

/** The accounts and card accounts to pick from (specification 5.10). */
interface AccountsPage extends WhoPart, NoticePart, AccessPart {
  readonly kind: 'access';
  /** Whose accounts they are. */
  readonly owner: string;
  readonly accounts: readonly {
    /** The name of the field in the form. */
    readonly field: 'account' | 'card';
    readonly id: string;
    readonly name: string;
    /** The account number, or the masked number of a card. */
    readonly number: string;
    readonly isTicked: boolean;
    /** The TPP may see it now. */
    readonly isAsBefore: boolean;
  }[];
  readonly choose: string;
  /** The address of the form that ends the access instead, and what that changes. */
  readonly end: string;
  readonly endHint: string;
  readonly refuse: string;
  /** The address of the TPP for a PSU who decides nothing. */
  readonly cancel?: string | undefined;
  readonly csrf: string;
  readonly contextKey: string;
  /** The time until which the page can be used. */
  readonly until: string;
}

const renderAccounts = pageFrom<AccountsPage>(new URL('./accounts.eta', import.meta.url));

/** Makes the page on which the PSU picks accounts for a consent (specification 5.10). */
@Injectable()
export class AccountsPresenter {
  constructor(private readonly knownAccesses: KnownAccessService) {}

  /** `why` is the reason for showing the page once more, or any other text. */
  async page(visit: Visit, approvable: Approvable, why: string): Promise<Page> {
    const { id, csrf, now, reader } = visit;
    const { authorisation, content, contexts, customer } = approvable;
    const { context } = content;
    const { expiresAt, initiator } = authorisation;
    const known = await this.knownAccesses.of(visit, approvable);
    const live = liveAccessFor(known, initiator) ?? {};
    const ticked = pickedOf(content) ?? live;
    const asked = { initiator, known, contexts: customer.contexts, ends: false, now };
    const address = approvalPath(id);
    const refresh = refreshAt(expiresAt, { now, url: address });
    const html = renderAccounts(reader, accessTitle(asked), {
      kind: 'access',
      ...accessPart(asked, reader),
      tppName: initiator.tppName,
      tppId: initiator.tpp,
      customerName: customer.name,
      actsFor: companyOf(context),
      owner: context.name,
      change: address,
      contexts: contextsOnPage(contexts, context),
      accounts: choicesOf(context, ticked, live),
      notice: noticeOf(why, 0),
      choose: `${address}/accounts`,
      end: `${address}/accounts/end`,
      endHint: reader.t('access.endHint', { tpp: initiator.tppName }),
      refuse: `${address}/refuse`,
      cancel: failureExit(authorisation, 'aborted', reader)?.href,
      csrf,
      contextKey: contextKey(context),
      until: timeText(expiresAt, reader.language),
    });
    const formTarget = formTargets(authorisation, reader.environment);
    return { is: 'page', status: 200, language: reader.language, html, refresh, formTarget };
  }
}

/** What the PSU picked a moment ago. */
function pickedOf({ accounts, cardAccounts }: Approvable['content']): Choice | undefined {
  return accounts === undefined ? undefined : idsOf({ accounts, cardAccounts });
}

/** A box for each account of the context, then for each card account. `live` is what the TPP may see now. */
function choicesOf(
  { viewable, viewableCards = [] }: ActingContext,
  { accounts = [], cardAccounts = [] }: Choice,
  live: Choice,
): AccountsPage['accounts'] {
  return [
    ...viewable.map(({ accountId: id, bban, name }) => {
      return {
        field: 'account',
        id: withoutGeneration(id),
        number: accountText({ bban }),
        name,
        isTicked: accounts.includes(id),
        isAsBefore: live.accounts?.includes(id) === true,
      } as const;
    }),
    ...viewableCards.map(({ cardAccountId: id, maskedPan, name }) => {
      const isTicked = cardAccounts.includes(id);
      const isAsBefore = live.cardAccounts?.includes(id) === true;
      return {
        field: 'card',
        id: withoutGeneration(id),
        number: cardText(maskedPan),
        name,
        isTicked,
        isAsBefore,
      } as const;
    }),
  ];
}
