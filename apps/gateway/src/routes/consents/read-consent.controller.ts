import { Controller, Get, Param } from '@nestjs/common';
import type { ConsentReply, ConsentStatusReply, ConsentedAccount } from '@nordgate/contracts/http';
import { GetActingCustomer } from '@nordgate/contracts/queries';
import type { ConsentView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import {
  consentLinks,
  consentsPath,
  deprecatedConsentsPath,
  asDeprecated,
} from '../../access/consent-links.js';
import type { Caller } from '../../access/caller.js';
import { dayInOslo, lastDayBefore, readsWithoutPsu } from '@nordgate/contracts/rules';
import { accountsPath } from '../accounts/account-replies.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { consentReading } from '../../request/route-requirements.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { findConsent } from './find-consent.js';

/** GET of a consent and of its status (Berlin Group framework 1.3). */
@Controller()
export class ReadConsentController {
  constructor(private readonly edge: Edge) {}

  @Get(`${consentsPath}/:id/status`)
  @SignedRoute(consentReading, {
    id: 'getConsentStatus',
    summary: 'Where a consent stands',
    answers: { 200: { says: 'Its status.', schema: 'ConsentStatusReply' } },
    refuses: [401, 404],
  })
  async status(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
  ): Promise<ConsentStatusReply> {
    const { view } = await findConsent(this.edge, caller, id);
    const { warnings, language } = caller;
    return { consentStatus: view.consentStatus, ...warningsOf(warnings, language) };
  }

  /** The status under its former name. */
  @Get(`${deprecatedConsentsPath}/:id/status`)
  @SignedRoute(consentReading, {
    id: 'getConsentStatusAsBefore',
    summary: 'The same under its former name (deprecated)',
    deprecated: true,
    answers: { 200: { says: 'Its status.', schema: 'ConsentStatusReply' } },
    refuses: [401, 404],
  })
  statusAsBefore(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
  ): Promise<ConsentStatusReply> {
    return this.status(id, asDeprecated(caller));
  }

  /** The consent under its former name; its links have the new one. */
  @Get(`${deprecatedConsentsPath}/:id`)
  @SignedRoute(consentReading, {
    id: 'getConsentAsBefore',
    summary: 'The same under its former name (deprecated)',
    deprecated: true,
    answers: { 200: { says: 'The consent.', schema: 'ConsentReply' } },
    refuses: [401, 404],
  })
  consentAsBefore(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ConsentReply> {
    return this.consent(id, asDeprecated(caller));
  }

  @Get(`${consentsPath}/:id`)
  @SignedRoute(consentReading, {
    id: 'getConsent',
    summary: 'A consent with what the PSU granted',
    answers: { 200: { says: 'The consent.', schema: 'ConsentReply' } },
    refuses: [401, 404],
  })
  async consent(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ConsentReply> {
    const { view } = await findConsent(this.edge, caller, id);
    const { consentStatus, grant, lastActionAt, validUntil = grant?.validUntil } = view;
    const accounts = await this.accountsOf(grant);
    return {
      consentStatus,
      access: { accounts, balances: accounts, transactions: accounts },
      recurringIndicator: true,
      ...defined({ validUntil: validUntil && lastDayBefore(validUntil) }),
      frequencyPerDay: readsWithoutPsu,
      ...defined({ lastActionDate: lastActionAt && dayInOslo(new Date(lastActionAt)) }),
      ...warningsOf(caller.warnings, caller.language),
      _links: {
        ...consentLinks(id),
        ...(consentStatus === 'valid' && { account: { href: accountsPath, verbs: ['GET'] } }),
      },
    };
  }

  /** The granted accounts and card accounts that the customer can still view. */
  private async accountsOf(grant: ConsentView['grant']): Promise<readonly ConsentedAccount[]> {
    if (grant === undefined) return [];
    const { customerId, corporateId, accounts, cardAccounts = [] } = grant;
    const customer = await this.edge.queries.ask(new GetActingCustomer({ customerId }));
    const context = customer?.contexts.find((one) => one.corporateId === corporateId);
    const { viewable = [], viewableCards = [] } = context ?? {};
    const granted = viewable.filter(({ accountId }) => accounts.includes(accountId));
    const cards = viewableCards.filter((card) => cardAccounts.includes(card.cardAccountId));
    return [
      ...granted.map(({ iban, bban, currency }) => ({ iban, bban, currency })),
      ...cards.map(({ maskedPan, currency }) => ({ maskedPan, currency })),
    ];
  }
}
