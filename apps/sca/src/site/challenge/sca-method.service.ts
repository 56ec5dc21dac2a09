import { Inject, Injectable } from '@nestjs/common';
import type { ScaMethodName } from '@nordgate/contracts/events';
import { generationOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Challenge, Challenged, Identified } from '../../authorisation/authorisation.js';
import type { CustomerVisit } from '../visit/visit.js';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { approvedOf } from '../content/approval-content.js';
import type { ApprovalContent } from '../content/approval-content.js';
import { chosenMethod, isAccepted } from './method-rules.js';
import { SCA_METHODS } from './sca-method.js';
import type { ScaMethod } from './sca-method.js';

/** The method of a new challenge, with its random part. */
export type MethodOfChallenge = Pick<Challenge, 'method' | 'nonce'>;

/** What a PSU decides, and in which authorisation. */
interface Decidable {
  readonly authorisation: Identified | Challenged;
  readonly content: Pick<ApprovalContent, 'payments'>;
}

/** The methods of the bank, and the choice between them. */
@Injectable()
export class ScaMethodService {
  constructor(
    @Inject(SCA_METHODS) private readonly methods: readonly ScaMethod[],
    @Inject(SCA_SETTINGS) private readonly settings: Pick<ScaSettings, 'sca'>,
  ) {}

  /** Throws for a name that no method of the bank has. */
  named(name: ScaMethodName): ScaMethod {
    const found = this.methods.find((one) => one.name === name);
    if (found === undefined) throw new Error(`the bank has no SCA method ${name}`);
    return found;
  }

  /**
   * The method of the next page; `wanted` is the name that the PSU picked, if any. Undefined when the rules of
   * the bank accept none that the PSU has.
   */
  async next(
    id: string,
    { authorisation, content }: Decidable,
    wanted = '',
  ): Promise<MethodOfChallenge | undefined> {
    const { initiator, psu } = authorisation;
    const before =
      authorisation.is === 'scaMethodSelected' ? authorisation.challenge.method : undefined;
    const { redirectPreferred = true } = initiator;
    const { customerId } = psu;
    const customer = { customerId, generation: generationOf(id) };
    const usable = await this.usable(customer, { authorisation, content });
    const method = chosenMethod(usable, { wanted, before, redirectPreferred });
    if (method === undefined) return undefined;
    const nonce = this.named(method).newNonce();
    return defined({ method, nonce });
  }

  /** The methods that this customer can use, the usual one first. */
  async usable(
    customer: CustomerVisit,
    { authorisation, content }: Decidable,
  ): Promise<readonly ScaMethodName[]> {
    const { tpp } = authorisation.initiator;
    const payments = approvedOf(content);
    const rules = this.settings.sca?.rules ?? [];
    const methods = this.methods.filter(({ name }) => isAccepted(name, rules, { tpp, payments }));
    const answers = await Promise.all(methods.map((one) => one.isFor(customer)));
    return methods.filter((_, at) => answers[at]).map(({ name }) => name);
  }
}
