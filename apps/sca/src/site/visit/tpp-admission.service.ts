import { Injectable } from '@nestjs/common';
import { dayInOslo } from '@nordgate/contracts/rules';
import { isOpen, isOpenedHere } from '../../domain/authorisation.js';
import type { Authorisation } from '../../domain/authorisation.js';
import { isOwnBusiness } from '../../domain/same-challenge.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { Bank } from '../bank/bank.queries.js';
import { SiteError } from '../frame/site-error.js';
import { overviewPath } from '../frame/site-path.js';

/** An authorisation whose link or page somebody opens. */
export interface Opened {
  readonly id: string;
  readonly authorisation: Exclude<Authorisation, { readonly is: 'none' | 'void' }>;
  /** The time of the database. */
  readonly now: string;
}

/** Ends the links and pages of a TPP that the bank's operator has stopped. */
@Injectable()
export class TppAdmissionService {
  constructor(
    private readonly bank: Bank,
    private readonly authorisations: AuthorisationService,
  ) {}

  /**
   * Fails an open authorisation of a stopped TPP. Throws SiteError for every authorisation of a stopped TPP,
   * so that no PSU is sent to it, and ServiceUnavailableError while nobody knows who is stopped.
   */
  async require({ authorisation, id, now }: Opened): Promise<void> {
    const { initiator, resource } = authorisation;
    if (isOwnBusiness(resource)) return;
    if (!(await this.bank.isStopped(initiator.tpp, dayInOslo(new Date(now))))) return;
    if (isOpen(authorisation)) {
      const data = { reason: 'tpp-stopped' } as const;
      await this.authorisations.execute(id, { type: 'FailAuthorisation', data });
    }
    throw new SiteError('tpp-stopped', isOpenedHere(authorisation) ? overviewPath : undefined);
  }
}
