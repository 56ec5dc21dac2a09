import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import type { Approval, MethodOnPage, ScaMethod } from '../challenge/sca-method.js';
import { newSecret } from '../security/random.source.js';
import { bindingOf } from './approval-details.js';
import { ProviderVisitService } from './provider-visit.service.js';
import { opened, sealed, transactionMsMax } from './transaction.js';

/** What the site remembers of an approval that the provider granted. */
interface Grant {
  readonly customerId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Approves at the identity provider of the bank. Its answer is a grant that only this site can seal, after
 * it has checked what the provider granted.
 */
@Injectable()
export class OidcMethod implements ScaMethod {
  readonly name = 'oidc';

  constructor(
    private readonly visits: ProviderVisitService,
    @Inject(SCA_SETTINGS) private readonly settings: Pick<ScaSettings, 'keys'>,
  ) {}

  /** Every customer of the bank logs in there. */
  isFor(): Promise<boolean> {
    return Promise.resolve(this.visits.provider !== undefined);
  }

  newNonce(): string {
    return newSecret();
  }

  async onPage(): Promise<MethodOnPage> {
    const { name = '', targets = [] } = (await this.visits.onPage()) ?? {};
    return { method: 'oidc', provider: name, targets };
  }

  /** The answer that proves the approval with this binding, of this customer. */
  answerFor(binding: string, customerId: string): string {
    const grant: Grant = { customerId, at: Date.now() };
    return sealed(grant, this.sealing(binding), randomBytes(12));
  }

  proves(answer: string, approval: Approval): Promise<boolean> {
    const grant = opened<Grant>(answer, this.sealing(bindingOf(approval)));
    const isFresh = grant !== undefined && Date.now() - grant.at <= transactionMsMax;
    return Promise.resolve(isFresh && grant.customerId === approval.customerId);
  }

  private sealing(binding: string) {
    return { key: this.settings.keys.cookies, kind: 'grant', place: binding } as const;
  }
}
