import { Injectable } from '@nestjs/common';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { Site } from '../frame/site.service.js';
import type { Browser } from '../security/browser.js';
import { hashOf } from '../security/tokens.js';
import { ownAuthorisation } from './visit.js';

/** Ends visits of the bank's own pages on the server, so that a copy of the cookies opens nothing. */
@Injectable()
export class VisitEndService {
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
  ) {}

  /** Ends the overview and the enrolment of this browser. Throws ServiceUnavailableError. */
  async logOut(browser: Browser): Promise<void> {
    await this.end(browser, browser.overviewId);
    await this.endEnrolment(browser);
  }

  /** Ends the enrolment of this browser. Throws ServiceUnavailableError. */
  endEnrolment(browser: Browser): Promise<void> {
    return this.end(browser, browser.enrolmentId);
  }

  /** Only the browser in which the PSU logged in can end the visit: the id alone is no secret. */
  private async end(browser: Browser, id: string | undefined): Promise<void> {
    if (id === undefined || !(await this.site.canServe(id))) return;
    const secret = browser.secretFor(id);
    if (secret === undefined) return;
    const { authorisation } = await this.authorisations.load(id);
    if (ownAuthorisation(authorisation, hashOf(secret))?.is !== 'finalised') return;
    await this.authorisations.execute(id, { type: 'EndVisit', data: {} });
  }
}
