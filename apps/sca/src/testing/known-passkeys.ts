import type { PasskeyEvent } from '@nordgate/contracts/events';
import { fold, isRefusal } from '@nordgate/decider';
import type { Decision } from '@nordgate/decider';
import { passkeysStream } from '../domain/passkeys.js';
import type { Passkeys } from '../domain/passkeys.js';
import type { PasskeyService } from '../site/passkey/passkey.service.js';
import type { RelyingPartyService } from '../site/passkey/relying-party.service.js';
import { usePasskey } from '../use-passkey/use-passkey.js';
import type { UsePasskey } from '../use-passkey/use-passkey.js';
import { command } from './an-authorisation.js';

/** Passkeys in memory: the real deciders without a database. */
export class KnownPasskeys {
  readonly events = new Map<string, PasskeyEvent[]>();

  of(customerId: string): Promise<Passkeys> {
    return Promise.resolve(fold(passkeysStream, this.events.get(customerId) ?? []));
  }

  async execute(customerId: string, { data }: Pick<UsePasskey, 'type' | 'data'>): Promise<boolean> {
    const decision: Decision<PasskeyEvent> = usePasskey(
      command('UsePasskey', data),
      await this.of(customerId),
    );
    if (isRefusal(decision)) return false;
    this.events.set(customerId, [...(this.events.get(customerId) ?? []), ...decision]);
    return true;
  }

  asPort(): PasskeyService {
    return this as unknown as PasskeyService;
  }
}

/** A site at this address. */
export function siteAt(id: string, origin = `https://${id}`): RelyingPartyService {
  return { current: () => ({ id, origin }) } as unknown as RelyingPartyService;
}
