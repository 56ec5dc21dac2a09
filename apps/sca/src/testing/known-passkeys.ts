import type { PasskeyEvent } from '@nordgate/contracts/events';
import { inGeneration } from '@nordgate/contracts/rules';
import { fold, isRefusal } from '@nordgate/decider';
import type { Decision } from '@nordgate/decider';
import { passkeysStream } from '../passkeys/passkeys.js';
import type { Passkeys } from '../passkeys/passkeys.js';
import type { PasskeyService } from '../site/passkey/passkey.service.js';
import type { RelyingPartyService } from '../site/passkey/relying-party.service.js';
import type { CustomerVisit } from '../site/visit/visit.js';
import { usePasskey } from '../passkeys/keep-passkeys.js';
import type { UsePasskey } from '../passkeys/keep-passkeys.js';
import { command } from './an-authorisation.js';

/** Passkeys in memory: the real deciders without a database. */
export class KnownPasskeys {
  /** By customer and generation, like the end of a stream. */
  readonly events = new Map<string, PasskeyEvent[]>();

  of(whose: CustomerVisit): Promise<Passkeys> {
    return Promise.resolve(fold(passkeysStream, this.events.get(keyOf(whose)) ?? []));
  }

  async execute(
    whose: CustomerVisit,
    { data }: Pick<UsePasskey, 'type' | 'data'>,
  ): Promise<boolean> {
    const decision: Decision<PasskeyEvent> = usePasskey(
      command('UsePasskey', data),
      await this.of(whose),
    );
    if (isRefusal(decision)) return false;
    const key = keyOf(whose);
    this.events.set(key, [...(this.events.get(key) ?? []), ...decision]);
    return true;
  }

  asPort(): PasskeyService {
    return this as unknown as PasskeyService;
  }
}

function keyOf({ customerId, generation }: CustomerVisit): string {
  return inGeneration(customerId, generation);
}

/** A site at this address. */
export function siteAt(id: string, origin = `https://${id}`): RelyingPartyService {
  return { current: () => ({ id, origin }) } as unknown as RelyingPartyService;
}
