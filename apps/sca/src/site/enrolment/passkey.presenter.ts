import { Injectable } from '@nestjs/common';
import { passkeysMax } from '../../passkeys/passkeys.js';
import type { Passkey } from '../../passkeys/passkeys.js';
import { passkeyPath } from '../frame/site-address.js';
import { momentText } from '../language/plain-values.js';
import { hashOf } from '../security/tokens.js';
import type { CustomerVisit } from '../visit/visit.js';
import { listOf, PasskeyService } from '../passkey/passkey.service.js';
import { RelyingPartyService } from '../passkey/relying-party.service.js';
import type { Language } from '../language/site-language.js';

/** The passkeys of the customer on their overview, in `passkey-list.eta`. */
export interface PasskeyPart {
  /** Undefined where browsers offer no passkeys. */
  readonly passkeys?: {
    readonly list: readonly {
      /** The value in the form. */
      readonly key: string;
      readonly name: string;
      readonly since: string;
      /** Undefined before the first use. */
      readonly lastUsed: string | undefined;
    }[];
    /** The address that adds a passkey; undefined when the customer has as many as allowed. */
    readonly add: string | undefined;
    readonly remove: string;
  };
}

/** The value of a passkey in a form. */
export function passkeyKey({ credentialId }: Passkey): string {
  return hashOf(credentialId);
}

/** Makes the part of the overview about passkeys. */
@Injectable()
export class PasskeyPresenter {
  constructor(
    private readonly passkeys: PasskeyService,
    private readonly party: RelyingPartyService,
  ) {}

  /** Empty where browsers offer no passkeys. */
  async part(visit: CustomerVisit, language: Language): Promise<PasskeyPart> {
    if (this.party.current() === undefined) return {};
    const passkeys = listOf(await this.passkeys.of(visit));
    const list = passkeys.map((one) => ({
      key: passkeyKey(one),
      name: one.name,
      since: momentText(one.enrolledAt, language),
      lastUsed: one.lastUse && momentText(one.lastUse.at, language),
    }));
    const add = passkeys.length < passkeysMax ? passkeyPath : undefined;
    return { passkeys: { list, add, remove: `${passkeyPath}/remove` } };
  }
}
