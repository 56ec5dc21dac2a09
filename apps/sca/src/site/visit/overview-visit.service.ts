import { Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import { isOver, minutesAfter } from '../../session/deadline.js';
import { isOverview } from '../../authorisation/same-challenge.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { Site } from '../frame/site.service.js';
import type { FormBinding } from '../frame/site.service.js';
import type { Browser } from '../security/browser.js';
import { hashOf } from '../security/tokens.js';
import { ownAuthorisation } from './visit.js';
import type { CustomerVisit } from './visit.js';

/** A request of a browser whose PSU proved by SCA who they are, a few minutes ago. */
export interface OverviewVisit extends CustomerVisit {
  /** The time of the database. */
  readonly now: string;
  /** The token for the forms of the overview, and what it is bound to. */
  readonly csrf: string;
  readonly binding: FormBinding;
}

/** Finds out whether a browser may see an overview. */
@Injectable()
export class OverviewVisitService {
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
  ) {}

  /** The visit; undefined when there was no SCA in this browser, when it is too long ago,
   * or when the PSU has logged out. */
  async of(browser: Browser): Promise<OverviewVisit | undefined> {
    const id = browser.overviewId;
    if (id === undefined || !(await this.site.canServe(id))) return undefined;
    const secret = browser.secretFor(id);
    if (secret === undefined) return undefined;
    const { authorisation, now } = await this.authorisations.load(id);
    const own = ownAuthorisation(authorisation, hashOf(secret));
    if (own?.is !== 'finalised' || !isOverview(own.resource)) return undefined;
    if (own.endedAt !== undefined) return undefined;
    if (isOver(minutesAfter(own.outcome.at, this.site.approvalMinutes), now)) return undefined;
    const binding = { form: 'overview', id, secret } as const;
    const csrf = this.site.formToken('overview', id, secret);
    return { customerId: own.psu.customerId, generation: generationOf(id), now, csrf, binding };
  }
}
