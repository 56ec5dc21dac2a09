import { openDatabases } from '../checker/evidence/databases.js';
import type { Stores } from '../checker/evidence/databases.js';
import type { Service } from '../checker/evidence/evidence.js';

/** Runs SQL in a service's database, while the service uses it, and answers with its rows. */
export async function inDatabase(
  stores: Stores,
  service: Service,
  sql: string,
): Promise<readonly object[]> {
  const databases = await openDatabases(stores);
  try {
    return (await databases.of[service].pool.query<object>(sql)).rows;
  } finally {
    await databases.close();
  }
}

/** The register keeps the worst status that it ever received. */
export const keepWorst = `
create or replace function planted_keep_worst() returns trigger language plpgsql as $$
begin
  if array_position(array['RJCT', 'CANC', 'RCVD', 'PDNG', 'ACTC', 'ACCP', 'ACSP', 'ACSC'], old.status)
   < array_position(array['RJCT', 'CANC', 'RCVD', 'PDNG', 'ACTC', 'ACCP', 'ACSP', 'ACSC'], new.status) then
    new.status := old.status;
  end if;
  return new;
end $$;
create or replace trigger planted_keep_worst before update on payment_register
  for each row execute function planted_keep_worst()`;

export const keepLatest = `
drop trigger if exists planted_keep_worst on payment_register;
drop function if exists planted_keep_worst()`;

/** A run forgets what it has picked: the next look and the next run pick it again. */
export const forgetPicks = `
create or replace function planted_forget_picks() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create or replace trigger planted_forget_picks before insert on run_item
  for each row execute function planted_forget_picks()`;

export const keepPicks = `
drop trigger if exists planted_forget_picks on run_item;
drop function if exists planted_forget_picks()`;

/**
 * A transfer is instructed twice, under two ids, as if its id did not come from the payment. Everybody
 * carries out both, so the ledger balances and only the payment has paid twice.
 */
export const instructTwice = `
create or replace function planted_instruct_twice() returns trigger language plpgsql as $$
declare
  own text := new.data->>'executionId';
  twin text := translate(left(own, 1), '0123456789abcdef', '123456789abcdef0') || substr(own, 2);
begin
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
    select 'execution-' || twin, stream_type, version, last_tx, state_version,
           jsonb_set(state, '{executionId}', to_jsonb(twin))
      from es.stream where stream_id = new.stream_id;
  insert into es.event (stream_id, version, type, schema_version, data, meta)
    values ('execution-' || twin, new.version, new.type, new.schema_version,
            replace(new.data::text, own, twin)::json, new.meta);
  return null;
end $$;
create or replace trigger planted_instruct_twice after insert on es.event
  for each row when (new.type = 'TransferInstructed') execute function planted_instruct_twice()`;

export const instructOnce = `
drop trigger if exists planted_instruct_twice on es.event;
drop function if exists planted_instruct_twice()`;

/**
 * Transactions commit some time after they have taken their positions, as on a busy disk. That is no
 * bug, but it exposes a reader that treats positions as the order of commits.
 */
export const commitLate = `
create or replace function planted_commit_late() returns trigger language plpgsql as $$
begin
  if random() < 0.5 then
    perform pg_sleep(0.06);
  end if;
  return null;
end $$;
create constraint trigger planted_commit_late after insert on es.event
  deferrable initially deferred for each row execute function planted_commit_late()`;

export const commitAtOnce = `
drop trigger if exists planted_commit_late on es.event;
drop function if exists planted_commit_late()`;
