import { ListStoppedTpps } from '@nordgate/contracts/queries';
import type { StoppedTpp } from '@nordgate/contracts/queries';
import type { QueryClient } from '@nordgate/service';
import { instrumentsOf } from '@nordgate/telemetry';
import type { HealthCheck, Log } from '@nordgate/telemetry';
import { dayInOslo } from '../access/day-in-oslo.js';
import { Poll } from './poll.js';

/** The TPPs that the bank's operator keeps out, by id. */
export type Stops = ReadonlyMap<string, StoppedTpp>;

/** Asks for the list every few seconds. */
const stopListAskMs = 5000;

export interface StopListOptions {
  readonly queries: QueryClient;
  readonly log: Log;
  readonly now: () => Date;
}

/** The operator's list as accounts told it last: while accounts cannot be asked, that holds. */
export class StopList implements HealthCheck {
  readonly name = 'stop-list';
  private stops: Stops | undefined;
  private answeredAt: Date | undefined;
  private isFailing = false;
  private readonly poll = new Poll(() => this.look(), stopListAskMs);

  constructor(private readonly options: StopListOptions) {}

  /** Undefined before the first answer. */
  get current(): Stops | undefined {
    return this.stops;
  }

  /** Rejects before the first answer. */
  check(): Promise<void> {
    return this.stops === undefined
      ? Promise.reject(new Error('there is no list of stopped TPPs yet'))
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
      if (!this.isFailing) log.warn({ err: error }, 'the list of stopped TPPs cannot be asked for');
      this.isFailing = true;
    }
    if (this.answeredAt === undefined) return;
    const seconds = (now().getTime() - this.answeredAt.getTime()) / 1000;
    instrumentsOf().stopListAgeSeconds.record(seconds);
  }
}
