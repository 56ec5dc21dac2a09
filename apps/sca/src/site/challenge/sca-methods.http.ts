import { Inject, Injectable } from '@nestjs/common';
import type { ScaMethodName } from '@nordgate/contracts/events';
import { ServiceUnavailable } from '@nordgate/service';
import type { Challenge, Challenged, Identified } from '../../domain/authorisation.js';
import { chosenMethod } from './chosen-method.js';
import { SCA_METHODS } from './sca-method.js';
import type { ScaMethod } from './sca-method.js';

/** What a new challenge says of its method. */
export type MethodOfChallenge = Pick<Challenge, 'method' | 'nonce'>;

/** The methods of the bank, and which of them a PSU is asked for. */
@Injectable()
export class ScaMethods {
  constructor(@Inject(SCA_METHODS) private readonly methods: readonly ScaMethod[]) {}

  /** Throws for a name that is none of the bank's methods. */
  named(name: ScaMethodName): ScaMethod {
    const found = this.methods.find((one) => one.name === name);
    if (found === undefined) throw new Error(`the bank has no SCA method ${name}`);
    return found;
  }

  /** The method of the page that comes next; `wanted` is what the PSU picked, if anything. */
  async next(authorisation: Identified | Challenged, wanted = ''): Promise<MethodOfChallenge> {
    const { initiator, psu } = authorisation;
    const before =
      authorisation.is === 'scaMethodSelected' ? authorisation.challenge.method : undefined;
    const { redirectPreferred = true } = initiator;
    const usable = await this.usable(psu.customerId);
    const method = chosenMethod(usable, { wanted, before, redirectPreferred });
    if (method === undefined) throw new ServiceUnavailable('there is no SCA method for this PSU');
    const nonce = this.named(method).newNonce();
    return { method, ...(nonce === undefined ? {} : { nonce }) };
  }

  /** The methods that this customer can use, the usual one first. */
  async usable(customerId: string): Promise<readonly ScaMethodName[]> {
    const answers = await Promise.all(this.methods.map((one) => one.isFor(customerId)));
    return this.methods.filter((_, at) => answers[at]).map(({ name }) => name);
  }
}
