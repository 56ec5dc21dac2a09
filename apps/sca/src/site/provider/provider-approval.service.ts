import { Injectable } from '@nestjs/common';
import { showAgain } from '../approve/approve.service.js';
import type { Approvable } from '../content/approvable.service.js';
import { approvedOf } from '../content/approval-content.js';
import { shownChallenge } from '../approve/decision.service.js';
import type { Redirect } from '../frame/answer.js';
import { pageKindOf } from '../frame/page-kind.js';
import type { Browser } from '../security/browser.js';
import type { Visit } from '../visit/visit.js';
import { bindingOf, detailsOf, hashOfDetails } from '../oidc/approval-details.js';
import { ProviderVisitService } from '../oidc/provider-visit.service.js';

/** Asks the identity provider for an approval. */
@Injectable()
export class ProviderApprovalService {
  constructor(private readonly providerVisits: ProviderVisitService) {}

  /**
   * Sends the browser to the provider with the details of what is shown, or to the approval page when that
   * has changed meanwhile. Throws ProviderError.
   */
  async start(
    { id, reader }: Visit,
    { authorisation, content }: Approvable,
    form: { readonly context: string; readonly shown: string; readonly browser: Browser },
  ): Promise<Redirect> {
    const { browser, context, shown } = form;
    const challenge = shownChallenge({ authorisation, content }, { method: 'oidc', shown });
    const type = this.providerVisits.provider?.detailsType;
    if (challenge === undefined || type === undefined) {
      return showAgain(id, { content }, 'changed');
    }
    const approval = {
      ...challenge,
      authorisationId: id,
      customerId: authorisation.psu.customerId,
    };
    const action = pageKindOf(authorisation.resource);
    const approved = approvedOf(content);
    const details = detailsOf(type, approval, { action, approved });
    const hash = hashOfDetails(details);
    if (hash === undefined) throw new Error('details of the site have no canonical form');
    const bound = { binding: bindingOf(approval), details: hash };
    const use = { is: 'approval', id, context, shown, ...bound } as const;
    return this.providerVisits.start(use, { browser, reader }, details);
  }
}
