import { Injectable } from '@nestjs/common';
import { EventStore } from '@nordgate/event-store';
import { isRefusal } from '@nordgate/decider';
import { passkeysStream, passkeysStreamId } from '../../passkeys/passkeys.js';
import type { Passkey, Passkeys } from '../../passkeys/passkeys.js';
import type { EnrolPasskey } from '../../passkeys/keep-passkeys.js';
import type { RemovePasskey } from '../../passkeys/keep-passkeys.js';
import type { UsePasskey } from '../../passkeys/keep-passkeys.js';
import { PsuCommandService } from '../bank/psu-command.service.js';
import type { CustomerVisit } from '../visit/visit.js';

type PasskeyRequest =
  | Pick<EnrolPasskey, 'type' | 'data'>
  | Pick<UsePasskey, 'type' | 'data'>
  | Pick<RemovePasskey, 'type' | 'data'>;

/** Reads the passkeys of customers and executes commands on them. */
@Injectable()
export class PasskeyService {
  constructor(
    private readonly store: EventStore,
    private readonly commands: PsuCommandService,
  ) {}

  async of({ customerId, generation }: CustomerVisit): Promise<Passkeys> {
    const stream = passkeysStreamId(generation, customerId);
    const { state } = await this.store.state(passkeysStream, stream);
    return state;
  }

  /** True unless the command is refused; a command that changes nothing is not refused. */
  async execute(
    { customerId, generation }: CustomerVisit,
    request: PasskeyRequest,
  ): Promise<boolean> {
    const stream = passkeysStreamId(generation, customerId);
    const outcome = await this.commands.execute(stream, request);
    return !isRefusal(outcome);
  }
}

/** The passkeys of a customer as a list. */
export function listOf(known: Passkeys): readonly Passkey[] {
  return known.is === 'none' ? [] : known.passkeys;
}
