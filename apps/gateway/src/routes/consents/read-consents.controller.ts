import { Controller, Get, Param } from '@nestjs/common';
import type {
  ConsentsReply,
  ListedConsent,
  ConsentReply,
  ConsentStatusReply,
  ConsentedAccount,
} from '@nordgate/contracts/http';
import { GetConsentInForce, GetActingCustomer } from '@nordgate/contracts/queries';
import type { ConsentInForce, ConsentView } from '@nordgate/contracts/queries';
import { dayInOslo, lastDayBefore, readsWithoutPsu } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import {
  consentLinks,
  consentsPath,
  deprecatedConsentsPath,
  asDeprecated,
} from '../../access/links.js';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { consentListing, consentReading } from '../../request/route-requirements.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { asFirstContact } from '../accounts/access-refusals.js';
import { AccountAccess } from '../accounts/account-access.service.js';
import { accountsPath } from '../accounts/account-replies.js';
import { findConsent } from './find-consent.js';

/** GET of the consents of a PSU: how a TPP that has lost an id finds it again. */
@Controller()
export class ListConsentsController {
  constructor(
    private readonly edge: Edge,
    private readonly access: AccountAccess,
  ) {}

  /**
   * Needs no live session: a consent is that of the TPP. Throws RequestError: CONSENT_UNKNOWN with a
   * scaRedirect link for a PSU-ID that this TPP never got.
   */
  @Get(consentsPath)
  @SignedRoute(consentListing, {
    id: 'getConsents',
    summary: 'The consents in force of a PSU, in the context of the request',
    answers: { 200: { says: 'The consents: one or none.', schema: 'ConsentsReply' } },
    refuses: [401],
  })
  async consents(@CurrentCaller() caller: Caller): Promise<ConsentsReply> {
    const { tpp, psuId = '', corporateId = null, generation } = caller;
    const query = new GetConsentInForce(tpp, psuId, corporateId, generation);
    const found = await this.edge.queries.ask(query);
    if (found === null) {
      const asking = { method: 'GET', route: consentsPath } as const;
      throw await this.access.redirect(asFirstContact(caller), asking, 'CONSENT_UNKNOWN');
    }
    const { consent } = found;
    return {
      consents: consent === undefined ? [] : [this.listed(consent, caller)],
      ...warningsOf(caller.warnings, caller.language),
    };
  }

  private listed({ consentId: id, validUntil, givenAt }: ConsentInForce, caller: Caller) {
    const consentId = this.edge.publicId('consent', id, caller);
    return {
      consentId,
      consentStatus: 'valid',
      validUntil: lastDayBefore(validUntil),
      lastActionDate: dayInOslo(new Date(givenAt)),
      _links: consentLinks(consentId),
    } satisfies ListedConsent;
  }
}

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
