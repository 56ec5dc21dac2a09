import type { Service } from '../checker/evidence/evidence.js';
import type { Law } from '../checker/law.js';

/** A bug of a store or of a table beside it, which a bank in one process shows: SQL that a service runs without knowing. */
export interface StoreBug {
  readonly name: string;
  readonly behaviour: string;
  /** The law that it breaks at least. */
  readonly breaks: Law['id'];
  readonly service: Service;
  readonly plant: string;
  readonly uproot: string;
}

interface Trigger {
  readonly table: string;
  readonly on: 'insert' | 'update';
  /** For which rows. */
  readonly when: string;
  /** What becomes of `new`; null drops the row. */
  readonly change: string;
}

/** SQL of a trigger that changes or drops rows before they are written. */
function triggerOf(name: string, { table, on, when, change }: Trigger) {
  const called = `planted_${name.replaceAll('-', '_')}`;
  const uproot = `
drop trigger if exists ${called} on ${table};
drop function if exists ${called}()`;
  const plant = `
create or replace function ${called}() returns trigger language plpgsql as $$
begin
  ${change}
end $$;
create or replace trigger ${called} before ${on} on ${table}
  for each row when (${when}) execute function ${called}()`;
  return { plant, uproot };
}

const bug = (
  about: Pick<StoreBug, 'name' | 'behaviour' | 'breaks' | 'service'>,
  trigger: Trigger,
): StoreBug => ({ ...about, ...triggerOf(about.name, trigger) });

/** Bugs that break a law on PostgreSQL alone. */
export const storeBugs: readonly StoreBug[] = [
  bug(
    {
      name: 'deaf-register',
      behaviour: 'the register of baskets keeps the first status of an executed payment',
      ...{ breaks: 'L8', service: 'baskets' },
    },
    {
      ...{ table: 'payment_register', on: 'update', when: "new.status = 'ACSC'" },
      change: 'return null;',
    },
  ),
  bug(
    {
      name: 'deaf-order-book',
      behaviour: 'the order book does not hear that a run has claimed a payment',
      ...{ breaks: 'L8', service: 'batch' },
    },
    {
      ...{ table: 'order_book', on: 'update', when: "new.status = 'ACCP'" },
      change: 'return null;',
    },
  ),
  bug(
    {
      name: 'stale-view',
      behaviour: 'the view of a payment stays behind its last event',
      ...{ breaks: 'L8', service: 'payments' },
    },
    {
      ...{ table: 'es.stream', on: 'update' },
      when: "new.state->>'status' = 'ACSC'",
      change: 'new.state := old.state; return new;',
    },
  ),
  bug(
    {
      name: 'gap-in-versions',
      behaviour: 'the last event of an executed payment is stored behind a gap',
      ...{ breaks: 'L4', service: 'payments' },
    },
    {
      ...{ table: 'es.event', on: 'insert' },
      when: "new.type = 'PaymentProgressed' and new.data->>'status' = 'ACSC'",
      change: 'new.version := new.version + 1; return new;',
    },
  ),
  bug(
    {
      name: 'lost-posting',
      behaviour: 'what is booked does not change the balance of an account',
      ...{ breaks: 'L9', service: 'accounts' },
    },
    {
      ...{ table: 'es.stream', on: 'update', when: "new.stream_type = 'account'" },
      change: `new.state := new.state || jsonb_build_object('balance', old.state->'balance'); return new;`,
    },
  ),
  bug(
    {
      name: 'lost-event',
      behaviour: 'what is booked on an account is in its view, and not stored as an event',
      ...{ breaks: 'L4', service: 'accounts' },
    },
    {
      ...{ table: 'es.event', on: 'insert', when: "new.type = 'PostingsBooked'" },
      change: 'return null;',
    },
  ),
  // The last one: a run that is not completed keeps the next run waiting.
  bug(
    {
      name: 'lost-completion',
      behaviour: 'the completion of a run is acknowledged and not stored',
      ...{ breaks: 'L11', service: 'batch' },
    },
    {
      ...{ table: 'es.event', on: 'insert', when: "new.type = 'RunCompleted'" },
      change: 'return null;',
    },
  ),
];
