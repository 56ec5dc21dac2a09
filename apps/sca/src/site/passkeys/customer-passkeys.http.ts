import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EventStore } from '@nordgate/event-store';
import { isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { LocalCommands } from '@nordgate/messaging';
import { DatabaseClock } from '../../database-clock/database-clock.queries.js';
import { passkeysStream, passkeysStreamId } from '../../domain/passkeys.js';
import type { Passkeys } from '../../domain/passkeys.js';
import type { EnrolPasskey } from '../../enrol-passkey/enrol-passkey.js';
import type { RemovePasskey } from '../../remove-passkey/remove-passkey.js';
import type { UsePasskey } from '../../use-passkey/use-passkey.js';

type PasskeyRequest =
  | Pick<EnrolPasskey, 'type' | 'data'>
  | Pick<UsePasskey, 'type' | 'data'>
  | Pick<RemovePasskey, 'type' | 'data'>;

/** The site's hand on passkeys. */
@Injectable()
export class CustomerPasskeys {
  constructor(
    private readonly store: EventStore,
    private readonly commands: LocalCommands,
    private readonly clock: DatabaseClock,
  ) {}

  async of(customerId: string): Promise<Passkeys> {
    const { state } = await this.store.state(passkeysStream, passkeysStreamId(customerId));
    return state;
  }

  /** Whether it was taken; what changes nothing is taken as well. */
  async execute(customerId: string, { type, data }: PasskeyRequest): Promise<boolean> {
    const stream = passkeysStreamId(customerId);
    const meta = { at: await this.clock.now(), actor: 'psu' };
    const command: Command = { id: `${stream}/${randomUUID()}`, type, stream, data, meta };
    return !isRefusal(await this.commands.execute(command));
  }
}
