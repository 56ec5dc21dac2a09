import type { ServerResponse } from 'node:http';
import { GiveBackRead } from '@nordgate/contracts/queries';
import type { QueryClient } from '@nordgate/service';
import type { Log } from '@nordgate/telemetry';

/**
 * The permits of one counted read without the PSU. Only reads that are answered with 200 count
 * (specification 8, rulings: accounts), so the permits go back for every other end: a refusal, an outage,
 * and a client that has gone away before its answer began. A 200 that has begun counts, because a client that
 * breaks it off has what it came for.
 */
export class ReadPermits {
  private taken: string[] = [];
  private isOver = false;

  /** Follows the answer of the read until it is sent, or cannot be sent any more. */
  constructor(
    private readonly queries: Pick<QueryClient, 'ask'>,
    private readonly log: Pick<Log, 'warn'>,
    answer: Pick<ServerResponse, 'once' | 'headersSent' | 'statusCode' | 'closed'>,
  ) {
    const end = () => {
      this.isOver = true;
      if (!answer.headersSent || answer.statusCode !== 200) void this.giveBack();
    };
    if (answer.closed) end();
    else answer.once('close', end);
  }

  /** Keeps a permit until the answer is sent. */
  async take(permit: string | undefined): Promise<void> {
    if (permit === undefined) return;
    this.taken.push(permit);
    if (this.isOver) await this.giveBack();
  }

  /** Gives every permit back, once. A permit that cannot be given back stays counted. */
  async giveBack(): Promise<void> {
    const permits = this.taken;
    this.taken = [];
    await Promise.all(permits.map((permit) => this.giveBackOne(permit)));
  }

  private async giveBackOne(permit: string): Promise<void> {
    try {
      await this.queries.ask(new GiveBackRead(permit));
    } catch (error) {
      this.log.warn({ err: error }, 'A read without the PSU stays counted: sca did not answer.');
    }
  }
}
