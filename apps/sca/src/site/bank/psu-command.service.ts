import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import type { Command } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import { LocalCommands } from '@nordgate/messaging';
import { touchesBefore } from '../../authorisation/untouched-authorisations.rows.js';
import { DatabaseClock } from '../../session/database-clock.rows.js';
import { psuStreamId } from '../../session/psu.js';
import type { RecognisePsu } from '../../session/complete-session.js';

/** Executes commands of this service for the PSU in front of the site. */
@Injectable()
export class PsuCommandService {
  constructor(
    private readonly commands: LocalCommands,
    private readonly clock: DatabaseClock,
    private readonly store: EventStore,
  ) {}

  /**
   * Executes a command on a stream at the time of its world. The first command on an untouched authorisation touches it. A
   * second command with the same `commandId` has no second effect. Returns the answer of the handler, which may be a `Refusal`.
   */
  async execute(
    stream: string,
    { type, data }: Pick<Command, 'type' | 'data'>,
    commandId: string = randomUUID(),
  ): Promise<unknown> {
    const [moment, touches] = await Promise.all([
      this.clock.moment(generationOf(stream)),
      touchesBefore(this.store.database, stream),
    ]);
    const meta = { ...moment, actor: 'psu' };
    const command = { id: `${stream}/${commandId}`, type, stream, data, meta };
    return this.commands.execute(command, touches);
  }
}

/** The PSU-IDs of customers (specification 5.11). */
@Injectable()
export class PsuIdService {
  constructor(private readonly commands: PsuCommandService) {}

  /** The PSU-ID of the customer for this TPP. The first call in a generation creates it; it never changes. */
  async recognise(generation: number, tpp: string, customerId: string): Promise<string> {
    const data: RecognisePsu['data'] = { tpp, customerId, psuId: randomUUID() };
    const stream = psuStreamId(generation, tpp, customerId);
    const psuId = await this.commands.execute(stream, { type: 'RecognisePsu', data });
    if (typeof psuId !== 'string') throw new Error('the customer got no PSU-ID');
    return psuId;
  }
}
