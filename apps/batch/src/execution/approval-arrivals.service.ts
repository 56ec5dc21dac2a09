import { Inject, Injectable } from '@nestjs/common';
import { Collector, InfrastructureError } from '@nordgate/event-store';
import type { Bus, CaughtUp } from '@nordgate/messaging';
import { BUS } from '@nordgate/service';

/** What keeps the approvals of sca (`batch.consumers.ts`). */
const approvals = { topic: 'sca.events.v1', group: 'batch.approvals' } as const;
/** A claim that another process takes over would stay: the oldest ones are forgotten. */
const awaitedMax = 10_000;

/**
 * Whether the approvals of a claim have come, if there are any. An approval is in the topic of sca before its claim is in that
 * of payments. So it is here once batch has read all that the topic had when this process first saw the claim, however long
 * that takes. After that nothing more is to come.
 */
@Injectable()
export class ApprovalArrivals {
  /** A claim that is told to have all of them stays here: another one of its slice may still wait, and the slice comes again. */
  private readonly awaited = new Map<string, CaughtUp>();
  // After a pause of batch many claims are seen before their approvals: those of one turn share their questions.
  private readonly ends: Collector<string, CaughtUp>;
  private readonly questions = new Collector<CaughtUp, boolean>(async (all) => {
    const answers = new Map<CaughtUp, boolean>();
    for (const caughtUp of new Set(all)) answers.set(caughtUp, await caughtUp());
    return all.map((caughtUp) => answers.get(caughtUp) === true);
  });

  constructor(@Inject(BUS) bus: Pick<Bus, 'noteEnd'>) {
    this.ends = new Collector(async (claims) => {
      const end = await bus.noteEnd(approvals);
      return claims.map(() => end);
    });
  }

  /** @param claim names the claim. Rejects with InfrastructureError when that is not known. */
  async areAllHere(claim: string): Promise<boolean> {
    try {
      return await this.questions.ask(await this.awaitedEnd(claim));
    } catch (cause) {
      throw new InfrastructureError('nobody tells which approvals have arrived', { cause });
    }
  }

  private async awaitedEnd(claim: string): Promise<CaughtUp> {
    let caughtUp = this.awaited.get(claim);
    if (caughtUp === undefined) {
      caughtUp = await this.ends.ask(claim);
      this.awaited.set(claim, caughtUp);
      const [oldest] = this.awaited.keys();
      if (this.awaited.size > awaitedMax && oldest !== undefined) this.awaited.delete(oldest);
    }
    return caughtUp;
  }

  /** The claim is proven. */
  forget(claim: string): void {
    this.awaited.delete(claim);
  }
}
