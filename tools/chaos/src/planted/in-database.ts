import type { Cluster } from '@nordgate/local/cluster';
import { openDatabases } from '../checker/evidence/databases.js';
import type { Service } from '../checker/evidence/evidence.js';

/** Runs SQL in a service's database, while the service uses it. */
export async function inDatabase(cluster: Cluster, service: Service, sql: string): Promise<void> {
  const databases = await openDatabases(cluster);
  try {
    await databases.of[service].pool.query(sql);
  } finally {
    await databases.close();
  }
}

/** The register keeps the worst status that it ever received. */
export const keepWorst = `
create or replace function planted_keep_worst() returns trigger language plpgsql as $$
begin
  if array_position(array['RJCT', 'CANC', 'RCVD', 'PDNG', 'ACTC'], old.status)
   < array_position(array['RJCT', 'CANC', 'RCVD', 'PDNG', 'ACTC'], new.status) then
    new.status := old.status;
  end if;
  return new;
end $$;
create or replace trigger planted_keep_worst before update on payment_register
  for each row execute function planted_keep_worst()`;

export const keepLatest = `
drop trigger if exists planted_keep_worst on payment_register;
drop function if exists planted_keep_worst()`;

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
