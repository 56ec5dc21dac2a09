import type { PasskeyEvent } from '@nordgate/contracts/events';
import { fold, isRefusal } from '@nordgate/decider';
import type { Decision } from '@nordgate/decider';
import { passkeysStream } from '../domain/passkeys.js';
import type { Passkeys } from '../domain/passkeys.js';
import type { CustomerPasskeys } from '../site/passkeys/customer-passkeys.http.js';
import type { SiteOrigin } from '../site/passkeys/site-origin.http.js';
import { usePasskey } from '../use-passkey/use-passkey.js';
import type { UsePasskey } from '../use-passkey/use-passkey.js';
import { command } from './an-authorisation.js';

/** Customers' passkeys in memory: the same deciders, no database. */
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

  asPort(): CustomerPasskeys {
    return this as unknown as CustomerPasskeys;
  }
}

/** A site at this address. */
export function siteAt(id: string, origin = `https://${id}`): SiteOrigin {
  return { relyingParty: () => ({ id, origin }) } as unknown as SiteOrigin;
}
