import { setTimeout as delay } from 'node:timers/promises';
import { dayInOslo } from '@nordgate/contracts/rules';
import type { Broker } from '../bus/broker.js';
import { services } from './service-names.js';
import type { OpenDatabases } from './open-databases.js';

const lookEveryMs = 300;
const quietLooks = 3;
const looksMax = 600;
const readsMax = 5;

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

/**
 * Waits until nothing is stored, sent or handled any more. Answers with the marks of that rest, which are others once
 * something happens. @throws Error with what still moves
 */
export async function awaitRest(databases: OpenDatabases, broker: Broker): Promise<string> {
  let before = '';
  for (let look = 0, quiet = 0; quiet < quietLooks; look += 1) {
    const moving = await movingIn(databases, broker);
    quiet = moving.isStill && moving.marks === before ? quiet + 1 : 0;
    before = moving.marks;
    if (look > looksMax) throw new Error(`the bank does not come to rest: ${moving.marks}`);
    await delay(lookEveryMs);
  }
  return before;
}

/** A bank in which nothing happened any more, and the marks of that. */
export interface Resting {
  readonly outside: OpenDatabases;
  readonly marks: string;
}

/**
 * What is read of a bank at rest. It is read again when something has happened meanwhile: a job of a service may begin at
 * any time, as it does when the clocks have jumped over its time.
 */
export async function readAtRest<T>(
  { outside, marks }: Resting,
  broker: Broker,
  read: () => Promise<T>,
): Promise<T> {
  let [found, rest] = [await read(), marks];
  for (let again = 0; again < readsMax; again += 1) {
    if ((await movingIn(outside, broker)).marks === rest) return found;
    rest = await awaitRest(outside, broker);
    found = await read();
  }
  throw new Error('the bank does not stay at rest');
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
