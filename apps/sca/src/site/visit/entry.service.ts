import { Injectable } from '@nestjs/common';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { redirectTo } from '../frame/answer.js';
import type { CookieChange, Redirect } from '../frame/answer.js';
import { approvalPath } from '../frame/site-address.js';
import { approvalCookie } from '../security/cookies.js';
import { newAuthorisationId, newSecret } from '../security/random.source.js';
import { hashOf } from '../security/tokens.js';
import { openingData } from './opening.js';
import type { Opening } from './opening.js';
import type { CustomerVisit } from './visit.js';

/** To the approval page, with the secret that makes this browser the owner of the authorisation. */
export function enter(
  authorisationId: string,
  secret: string,
  cookies: readonly CookieChange[] = [],
): Redirect {
  const own = { name: approvalCookie(authorisationId), value: secret };
  return redirectTo(approvalPath(authorisationId), [...cookies, own]);
}

/** Opens authorisations for PSUs who are logged in to their overview. */
@Injectable()
export class EntryService {
  constructor(private readonly authorisations: AuthorisationService) {}

  /**
   * Opens an authorisation for the customer of this visit and this browser, in the generation of the
   * visit. Its link is unknown to everybody. Throws ServiceUnavailableError.
   */
  async open(
    opening: Opening,
    { customerId, generation }: CustomerVisit,
  ): Promise<{ id: string; secret: string }> {
    const id = newAuthorisationId(generation);
    const secret = newSecret();
    const psu = { customerId, psuId: customerId, browser: hashOf(secret) };
    await this.authorisations.openFor(id, openingData(id, opening, newSecret()), psu);
    return { id, secret };
  }
}
