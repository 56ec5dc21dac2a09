import { Controller, Get } from '@nestjs/common';
import type { ConsentsReply, ListedConsent } from '@nordgate/contracts/http';
import { GetConsentInForce } from '@nordgate/contracts/queries';
import type { ConsentInForce } from '@nordgate/contracts/queries';
import { dayInOslo, lastDayBefore } from '@nordgate/contracts/rules';
import { consentLinks, consentsPath } from '../../access/consent-links.js';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { consentListing } from '../../request/route-requirements.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { asFirstContact } from '../accounts/access-refusals.js';
import { AccountAccess } from '../accounts/account-access.service.js';

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
