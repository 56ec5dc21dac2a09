import { Inject, Injectable } from '@nestjs/common';
import type { SigningCertificate } from '@nordgate/contracts/events';
import { dayInOslo } from '@nordgate/contracts/rules';
import { ServiceUnavailableError } from '@nordgate/service';
import type { Revocations, TppRegister } from '@nordgate/service/trust';
import { isOpen, isOpenedHere } from '../../authorisation/authorisation.js';
import type { Authorisation } from '../../authorisation/authorisation.js';
import { isOwnBusiness } from '../../authorisation/same-challenge.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { Bank } from '../bank/bank.rows.js';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { SiteError } from '../frame/site-error.js';
import { overviewPath } from '../frame/site-address.js';
import { approvalCookie } from '../security/cookies.js';

/** An authorisation whose link or page somebody opens. */
export interface Opened {
  readonly id: string;
  readonly authorisation: Exclude<Authorisation, { readonly is: 'none' | 'void' }>;
  /** The time of the database. */
  readonly now: string;
}

/**
 * Ends the links and pages of a TPP that the operator has stopped, that the register does not authorise, or
 * whose certificate of the request is revoked.
 */
@Injectable()
export class TppAdmissionService {
  constructor(
    private readonly bank: Bank,
    private readonly authorisations: AuthorisationService,
    @Inject(SCA_SETTINGS)
    private readonly settings: Pick<ScaSettings, 'register' | 'revocations' | 'ocsp' | 'timers'>,
  ) {}

  /**
   * Fails an open authorisation of a TPP that may not act. Throws SiteError for every authorisation of such a
   * TPP, so that no PSU is sent to it, and ServiceUnavailableError while stops or register are unknown.
   */
  async require({ authorisation, id, now }: Opened): Promise<void> {
    const { initiator, resource } = authorisation;
    if (isOwnBusiness(resource)) return;
    const day = dayInOslo(new Date(now));
    const isTrusted = !(await this.isRevoked(initiator.certificate));
    if (isTrusted && (await this.mayAct(initiator.tpp, day))) return;
    if (isOpen(authorisation)) {
      const data = { reason: 'tpp-stopped' } as const;
      await this.authorisations.execute(id, { type: 'FailAuthorisation', data });
    }
    const again = isOpenedHere(authorisation) ? overviewPath : undefined;
    throw new SiteError('tpp-stopped', again, undefined, [{ name: approvalCookie(id) }]);
  }

  /**
   * The TPPs of these accesses that may not act at a time, ISO 8601. None while stops or register are unknown: a
   * customer has to be able to end an access also then.
   */
  async pausedAmong(
    accesses: readonly { readonly tpp: string }[],
    now: string,
  ): Promise<Set<string>> {
    const day = dayInOslo(new Date(now));
    const tpps = [...new Set(accesses.map(({ tpp }) => tpp))];
    try {
      const may = await Promise.all(tpps.map((tpp) => this.mayAct(tpp, day)));
      return new Set(tpps.filter((_tpp, at) => may[at] === false));
    } catch (error) {
      if (error instanceof ServiceUnavailableError) return new Set();
      throw error;
    }
  }

  private async mayAct(tpp: string, day: string): Promise<boolean> {
    const [isStopped, register] = await Promise.all([
      this.bank.isStopped(tpp, day),
      this.register(),
    ]);
    return !isStopped && (register === undefined || register.find(tpp, day).is === 'authorised');
  }

  /** Each page looks whether a list has changed. The last good lists count while one cannot be read. */
  private async isRevoked(certificate: SigningCertificate | undefined): Promise<boolean> {
    const { revocations } = this.settings;
    if (revocations === undefined || certificate === undefined) return false;
    const at = new Date();
    await revocations.look(at);
    const { value: lists } = revocations;
    return lists.isDistrusted(certificate, at) || this.isRevokedOnline(certificate, lists, at);
  }

  /** As with lists, a replaced certificate is still trusted, and so is one without an answer. */
  private async isRevokedOnline(
    { serial, ...reference }: SigningCertificate,
    lists: Pick<Revocations, 'issuersOf'>,
    at: Date,
  ): Promise<boolean> {
    const { ocsp } = this.settings;
    if (ocsp === undefined) return false;
    const statuses = await Promise.all(
      lists
        .issuersOf(reference)
        .map((issuer) => ocsp.firstStatusOf({ issuer, serial: BigInt(serial) }, at)),
    );
    return statuses.some((status) => status.is === 'revoked' && !status.isSuperseded);
  }

  /** The register now; undefined when the bank has none. Each page looks whether a file has changed; sca follows a service in the background. */
  private async register(): Promise<TppRegister | undefined> {
    const { register, timers } = this.settings;
    if (register === undefined) return undefined;
    const at = new Date();
    if (!register.isRemote) await register.look(at);
    const ageMs = at.getTime() - register.lastGoodAt.getTime();
    const isOld = ageMs > timers.registerMinutes * 60_000;
    if (isOld) throw new ServiceUnavailableError('the register of TPPs cannot be read');
    return register.value;
  }
}
