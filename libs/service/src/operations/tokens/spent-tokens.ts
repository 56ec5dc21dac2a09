import { ServiceUnavailableError } from '../../queries/query-client.js';

/** The ids that a process keeps at most. A retry of parked messages needs the most: one per message. */
export const spentMax = 50_000;

/** The ids of the operator's tokens that were used, each kept until its token expires. */
export class SpentTokens {
  private readonly untilMs = new Map<string, number>();

  get size(): number {
    return this.untilMs.size;
  }

  has(id: string): boolean {
    return this.untilMs.has(id);
  }

  /**
   * Keeps an id. When it is full it refuses a new one, as a forgotten id would let its token in again.
   *
   * @returns whether the id is new
   * @throws ServiceUnavailableError when it is full
   */
  add(id: string, untilMs: number, nowMs: number): boolean {
    if (this.untilMs.has(id)) return false;
    if (this.untilMs.size >= spentMax) this.forgetExpired(nowMs);
    if (this.untilMs.size >= spentMax) {
      throw new ServiceUnavailableError(`${String(spentMax)} operations are the most for a minute`);
    }
    this.untilMs.set(id, untilMs);
    return true;
  }

  private forgetExpired(nowMs: number): void {
    for (const [id, untilMs] of this.untilMs) {
      if (untilMs <= nowMs) this.untilMs.delete(id);
    }
  }
}
