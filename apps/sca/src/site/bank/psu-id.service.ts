import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { psuStreamId } from '../../session/psu.js';
import type { RecognisePsu } from '../../session/complete-session.js';
import { PsuCommandService } from './psu-command.service.js';

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
