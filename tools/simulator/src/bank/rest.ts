import { setTimeout as delay } from 'node:timers/promises';
import { dayInOslo } from '@nordgate/contracts/rules';
import type { Broker } from '../bus/broker.js';
import { services } from './service-names.js';
import type { OpenDatabases } from './open-databases.js';

const lookEveryMs = 300;
const quietLooks = 3;
const looksMax = 600;

/** What a service has stored, and how much of it its relay has not sent. */
const storeLook = `
select count(*) filter (where not pg_visible_in_snapshot(e.tx, c.prev))::int as unsent,
       count(*)::int as stored
  from es.event e left join es.checkpoint c on c.name = 'relay'`;

/** A run that has not ended, or one that the schedule has opened. */
const workLook = `
select exists (select from known_run where not is_completed and run not like '%-instant%')
    or exists (select from es.stream
                where stream_type = 'schedule' and state->'open' is not null) as is`;

const dueLook = `
select exists (
  select from order_book o
   where coalesce(o.status = 'ACTC' and (o.is_instant or o.due_day <= $1::date), false)
     and not exists (select from run_item i where i.payment_id = o.payment_id)) as is`;

/** Whether a run of the day in the world would find a payment to pick. */
export async function isAnythingDue({ batch }: OpenDatabases, now: Date): Promise<boolean> {
  const { rows } = await batch.pool.query<{ is: boolean }>(dueLook, [dayInOslo(now)]);
  return rows[0]?.is === true;
}

/** Waits until nothing is stored, sent or handled any more. @throws Error with what still moves */
export async function awaitRest(databases: OpenDatabases, broker: Broker): Promise<void> {
  let before = '';
  for (let look = 0, quiet = 0; quiet < quietLooks; look += 1) {
    const moving = await movingIn(databases, broker);
    quiet = moving.isStill && moving.marks === before ? quiet + 1 : 0;
    before = moving.marks;
    if (look > looksMax) throw new Error(`the bank does not come to rest: ${moving.marks}`);
    await delay(lookEveryMs);
  }
}

async function movingIn(databases: OpenDatabases, broker: Broker) {
  const behind = broker.behind();
  const marks = [`${String(behind)} messages behind`];
  let isStill = behind === 0;
  for (const name of services) {
    const { rows } = await databases[name].pool.query<{ unsent: number; stored: number }>(
      storeLook,
    );
    const { unsent = 0, stored = 0 } = rows[0] ?? {};
    marks.push(`${name} ${String(stored)} stored, ${String(unsent)} unsent`);
    isStill &&= unsent === 0;
  }
  const { rows } = await databases.batch.pool.query<{ is: boolean }>(workLook);
  if (rows[0]?.is === true) marks.push('a run is open');
  return { isStill: isStill && rows[0]?.is !== true, marks: marks.join('; ') };
}
