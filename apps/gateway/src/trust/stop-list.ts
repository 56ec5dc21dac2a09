import { ListStoppedTpps } from '@nordgate/contracts/queries';
import type { StoppedTpp } from '@nordgate/contracts/queries';
import type { QueryClient } from '@nordgate/service';
import { Poll } from '@nordgate/service/process';
import { instrumentsOf } from '@nordgate/telemetry';
import type { HealthCheck, Log } from '@nordgate/telemetry';
import { dayInOslo } from '@nordgate/contracts/rules';

/** The TPPs that the bank's operator has stopped, by id. */
export type Stops = ReadonlyMap<string, StoppedTpp>;

/** Poll interval of the list. */
const stopListPollMs = 5000;

export interface StopListOptions {
  readonly queries: QueryClient;
  readonly log: Log;
  readonly now: () => Date;
}

/** The operator's stop list, asked from accounts. The last answer counts while accounts is down. */
export class StopList implements HealthCheck {
  readonly name = 'stop-list';
  private stops: Stops | undefined;
  private answeredAt: Date | undefined;
  private isFailing = false;
  private readonly poll = new Poll(() => this.look(), stopListPollMs);

  constructor(private readonly options: StopListOptions) {}

  /** Undefined before the first answer. */
  get current(): Stops | undefined {
    return this.stops;
  }

  /** Rejects before the first answer. */
  check(): Promise<void> {
    return this.stops === undefined
      ? Promise.reject(new Error('the list of stopped TPPs has not arrived yet'))
      : Promise.resolve();
  }

  start(): void {
    this.poll.start();
  }

  stop(): Promise<void> {
    return this.poll.stop();
  }

  /** Asks once. */
  async look(): Promise<void> {
    const { queries, log, now } = this.options;
    const at = now();
    try {
      const stopped = await queries.ask(new ListStoppedTpps(dayInOslo(at)));
      this.stops = new Map(stopped.map((one) => [one.tppId, one]));
      this.answeredAt = at;
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing)
        log.warn({ err: error }, 'The list of stopped TPPs cannot be read. The last one stays.');
      this.isFailing = true;
    }
    if (this.answeredAt === undefined) return;
    const seconds = (now().getTime() - this.answeredAt.getTime()) / 1000;
    instrumentsOf().stopListAgeSeconds.record(seconds);
  }
}
