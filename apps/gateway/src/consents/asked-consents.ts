import { Injectable } from '@nestjs/common';
import { GetConsent } from '@nordgate/contracts/queries';
import type { ConsentCreated, Fault } from '@nordgate/contracts/http';
import type { ConsentView } from '@nordgate/contracts/queries';
import type { Initiator } from '@nordgate/contracts/events';
import type { Caller } from '../access/caller.js';
import { Edge } from '../access/edge.js';
import { Redirects } from '../access/redirects.js';
import { fault, Refused, unavailable } from '../reply/refused.js';
import { warningsOf } from '../reply/warnings.js';

/** Where consents live. */
export const consentsPath = '/v1/bank-offered-consents';

/** Asks a PSU for a consent; a consent is the authorisation in which it is given. */
@Injectable()
export class AskedConsents {
  constructor(
    private readonly edge: Edge,
    private readonly redirects: Redirects,
  ) {}

  /**
   * Opens it; a repeat of the request gets the same consent with the status of now. Throws Refused,
   * CONFLICT, when the X-Request-ID belongs to another request.
   */
  async ask(
    caller: Caller,
    route: string,
    warnings: readonly Fault[],
  ): Promise<{ readonly reply: ConsentCreated; readonly path: string }> {
    const asking = { method: 'POST', route, asks: 'accounts' } as const;
    const { authorisation, href } = await this.redirects.open(caller, asking);
    const query = new GetConsent(caller.tpp, authorisation.id);
    const view: ConsentView | null = await this.edge.queries.ask(query);
    if (view === null) throw unavailable();
    if (!isSameRequest(view.initiator, caller)) {
      throw new Refused([fault('CONFLICT', 'request.idReused', 'X-Request-ID')]);
    }
    const consentId = this.edge.publicId('consent', authorisation.id, caller);
    const path = `${consentsPath}/${consentId}`;
    const reply: ConsentCreated = {
      consentStatus: view.consentStatus,
      consentId,
      ...warningsOf([...caller.warnings, ...warnings], caller.language),
      _links: {
        scaRedirect: { href, verbs: ['GET'] },
        self: { href: path, verbs: ['GET', 'DELETE'] },
        status: { href: `${path}/status`, verbs: ['GET'] },
      },
    };
    return { reply, path };
  }
}

/** The TPP-Session-ID apart: on first contact it may have been minted. */
function isSameRequest(first: Initiator, { redirectUri = '', ...caller }: Caller): boolean {
  return (
    first.redirectUri === redirectUri &&
    first.psuId === caller.psuId &&
    first.corporateId === caller.corporateId &&
    first.context === caller.context
  );
}
