import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import type { Command } from '@nordgate/decider';
import { LocalCommands } from '@nordgate/messaging';
import { DatabaseClock } from '../../session/database-clock.rows.js';

/** Executes commands of this service for the PSU in front of the site. */
@Injectable()
export class PsuCommandService {
  constructor(
    private readonly commands: LocalCommands,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Executes a command on a stream at the time of its world. A second command with the same
   * `commandId` has no second effect. Returns the answer of the handler, which may be a `Refusal`.
   */
  async execute(
    stream: string,
    { type, data }: Pick<Command, 'type' | 'data'>,
    commandId: string = randomUUID(),
  ): Promise<unknown> {
    const meta = { ...(await this.clock.moment(generationOf(stream))), actor: 'psu' };
    return this.commands.execute({ id: `${stream}/${commandId}`, type, stream, data, meta });
  }
}
