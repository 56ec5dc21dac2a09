import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { eventually } from '@nordgate/testing';
import type { Stores } from '../checker/evidence/databases.js';
import type { Service } from '../checker/evidence/evidence.js';

/** A step of a run or a move: the service that decides it, and the event that shows it. */
export interface Step {
  readonly service: Extract<Service, 'batch' | 'payments' | 'accounts'>;
  readonly event: string;
  /** The status in the event, where events of one type show several steps. */
  readonly status?: string;
}

/** The steps of a run on demand, in their order. */
export const stepsOfRun: readonly Step[] = [
  { service: 'batch', event: 'RunOpened' },
  { service: 'batch', event: 'PaymentsPicked' },
  { service: 'payments', event: 'PaymentClaimed' },
  { service: 'batch', event: 'TransferInstructed' },
  { service: 'accounts', event: 'EntryBooked' },
  { service: 'payments', event: 'PaymentProgressed', status: 'ACSC' },
  { service: 'batch', event: 'RunCompleted' },
];

/** The steps of a clock that moves over the days of a standing order, in their order. */
export const stepsOfMove: readonly Step[] = [
  { service: 'accounts', event: 'WorldMoveBegun' },
  { service: 'batch', event: 'WorldMovedOn' },
  { service: 'accounts', event: 'WorldTimeSet' },
  { service: 'batch', event: 'PaymentsPicked' },
  { service: 'batch', event: 'TransferInstructed' },
  { service: 'accounts', event: 'EntryBooked' },
  { service: 'payments', event: 'OccurrenceProgressed' },
  { service: 'batch', event: 'WorldArrived' },
  { service: 'accounts', event: 'WorldMoveEnded' },
];

const holdSql = `
create or replace function held_step() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(tg_argv[0]::bigint);
  return new;
end $$`;

const waitersSql = `
select count(*)::int as waiting from pg_locks
 where locktype = 'advisory' and objid = $1 and not granted
   and database = (select oid from pg_database where datname = current_database())`;

interface Held {
  readonly key: number;
  readonly database: Database;
  readonly session: ReturnType<Database['dataSource']['createQueryRunner']>;
}

/**
 * Holds back steps: the append of the first event of a step waits inside the database until the
 * step is released, so that a kill meets the step every time, after what it follows from is stored. The bank
 * knows nothing of it. The append of a killed process may still be stored when it is released, as after an
 * answer that never arrived.
 */
export class HeldSteps {
  private constructor(private readonly held: ReadonlyMap<Step, Held>) {}

  /** Holds these steps from now on. */
  static async hold(stores: Stores, steps: readonly Step[]): Promise<HeldSteps> {
    const held = new Map<Step, Held>();
    for (const [i, step] of steps.entries()) {
      const database = await openDatabase({
        url: stores.databaseUrl(step.service),
        ...{ applicationName: 'held-steps', migrations: [], poolMax: 1 },
      });
      // A lock is of its session: a connection for each step, which the pool does not close when it is idle.
      const session = database.dataSource.createQueryRunner();
      await session.connect();
      const key = i + 1;
      const isOf = step.status === undefined ? '' : `and new.data->>'status' = '${step.status}'`;
      await session.query('select pg_advisory_lock($1)', [key]);
      await session.query(holdSql);
      await session.query(
        `create or replace trigger held_step_${String(key)} before insert on es.event for each row
           when (new.type = '${step.event}' ${isOf}) execute function held_step(${String(key)})`,
      );
      held.set(step, { key, database, session });
    }
    return new HeldSteps(held);
  }

  /** Resolves when a step waits. @throws Error when none comes to it */
  async whenReached(step: Step): Promise<void> {
    const { key, session } = this.of(step);
    await eventually(`the bank is at ${step.event}`, async () => {
      const [row] = (await session.query(waitersSql, [key])) as { readonly waiting: number }[];
      return (row?.waiting ?? 0) > 0;
    });
  }

  /** Lets a step happen from now on. */
  async release(step: Step): Promise<void> {
    const { key, session } = this.of(step);
    await session.query('select pg_advisory_unlock($1)', [key]);
  }

  /** Releases all steps. */
  async end(): Promise<void> {
    for (const { session, database } of this.held.values()) {
      await session.release();
      await database.close();
    }
  }

  private of(step: Step): Held {
    const held = this.held.get(step);
    if (held === undefined) throw new Error(`${step.event} is not held`);
    return held;
  }
}
