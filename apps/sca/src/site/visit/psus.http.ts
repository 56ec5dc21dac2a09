import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LocalCommands } from '@nordgate/messaging';
import { DatabaseClock } from '../../database-clock/database-clock.queries.js';
import { psuStreamId } from '../../domain/psu.js';
import type { RecognisePsu } from '../../recognise-psu/recognise-psu.js';

/** The site's hand on PSU-IDs. */
@Injectable()
export class Psus {
  constructor(
    private readonly commands: LocalCommands,
    private readonly clock: DatabaseClock,
  ) {}

  /** The customer's PSU-ID towards this TPP, made now if there is none. */
  async recognise(tpp: string, customerId: string): Promise<string> {
    const at = await this.clock.now();
    const command: RecognisePsu = {
      type: 'RecognisePsu',
      id: randomUUID(),
      stream: psuStreamId(tpp, customerId),
      data: { tpp, customerId, psuId: randomUUID() },
      meta: { at, actor: 'psu' },
    };
    const psuId = await this.commands.execute(command);
    if (typeof psuId !== 'string') throw new Error('the customer got no PSU-ID');
    return psuId;
  }
}
