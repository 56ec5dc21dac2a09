import type { OrderPosition, PickedPayment } from '@nordgate/contracts/events';
import type { Database } from '@nordgate/event-store';

type Pool = Pick<Database, 'pool'>;

/** Of which orders a run is: those of a generation that may be executed on a day. */
export interface DueOn {
  readonly generation: number;
  /** YYYY-MM-DD */
  readonly day: string;
}

/** Orders that a run may pick together. */
export interface DuePage {
  readonly payments: readonly PickedPayment[];
  /** The position of the last one; absent for an empty page. */
  readonly last?: OrderPosition;
}

/** SQL of an order `o`: a run may pick it, on its day. */
export const waitsForRun = `o.status = 'ACTC' and not o.is_instant and o.due_day is not null`;

/** SQL of a periodic order `o`: what `run_item` calls its next occurrence; null for another order. */
export const nextOccurrence = 'coalesce(o.next_occurrence, o.standing_day)::text';

/** SQL of an order `o`: no run has picked it. */
export const isFree = `
  not exists (select from run_item i
               where i.payment_id = o.payment_id
                 and i.occurrence = coalesce(${nextOccurrence}, ''))`;

/** SQL of an order `o`: held by hand. */
const isHeldByHand = `
  exists (select from execution_hold h
           where h.is_held and h.hold in ('hold-payment-' || o.payment_id, 'hold-tpp-' || o.tpp))`;

/** SQL of an order `o`: a hold that ends by no day that is known. */
export const isKept = `
  (${isHeldByHand} or exists (select from stopped_tpp t where t.tpp = o.tpp and t.is_stopped))`;

/** Of $2, the day: held by hand, or of a TPP that is stopped on this day. */
const isHeld = `
  ${isHeldByHand}
  or exists (select from stopped_tpp t
              where t.tpp = o.tpp and t.is_stopped and coalesce(t.until >= $2::date, true))`;

/** Of $2, the day: a periodic order that came after the cut-off is due with its first day, but counts as received later. */
const isReceived = 'o.received_day <= $2::date';

const columns = `
  o.payment_id as "paymentId", o.is_urgent as "isUrgent", o.due_day::text as "dueDay",
  o.next_occurrence::text as occurrence, o.requested_day <> $2::date as "isMoved"`;

/** One urgency: the index leads to its due orders behind a position, without those that are due later. */
const duePart = (isUrgent: boolean, afterDay: string, afterId: string) => `
  (select ${columns}
     from order_book o
    where o.generation = $1 and o.status = 'ACTC' and not o.is_instant
      and ${isUrgent ? '' : 'not '}o.is_urgent and o.due_day <= $2::date and ${isReceived}
      and (o.due_day, o.payment_id) > (${afterDay}::date, ${afterId})
      and ${isFree} and not (${isHeld})
    order by o.due_day, o.payment_id
    limit $3)`;

const dueStatement = {
  name: 'batch.due-orders',
  text: `${duePart(true, '$4', '$5')} union all ${duePart(false, '$6', '$7')} limit $3`,
};

const [beforeAll, behindAll] = [
  ['-infinity', ''],
  ['infinity', ''],
] as const;

interface DueRow {
  readonly paymentId: string;
  readonly isUrgent: boolean;
  readonly dueDay: string;
  readonly occurrence: string | null;
  readonly isMoved: boolean | null;
}

/**
 * The next due orders behind a position: urgent ones first, then by due day and id. Instant orders are
 * not among them, and nothing that is held, was picked before or is of another generation.
 */
export async function dueOrders(
  { pool }: Pool,
  { generation, day }: DueOn,
  after: OrderPosition | undefined,
  max: number,
): Promise<DuePage> {
  const behind = after === undefined ? beforeAll : ([after.dueDay, after.paymentId] as const);
  const urgent = after?.isUrgent === false ? behindAll : behind;
  const others = after?.isUrgent === false ? behind : beforeAll;
  const values = [generation, day, max, ...urgent, ...others];
  const { rows } = await pool.query<DueRow>({ ...dueStatement, values });
  return pageOf(rows);
}

const standingStatement = {
  name: 'batch.standing-orders',
  text: `
  select o.payment_id as "paymentId", false as "isUrgent", o.standing_day::text as "dueDay",
         o.standing_day::text as occurrence, false as "isMoved"
    from order_book o
   where o.generation = $1 and o.status = 'ACTC' and o.standing_day <= $2::date and ${isReceived}
     and (o.standing_day, o.payment_id) > ($4::date, $5)
     and ${isFree} and not (${isHeld})
   order by o.standing_day, o.payment_id
   limit $3`,
};

/** The next standing orders behind a position whose occurrence is due, which no other run of a sandbox executes. */
export async function standingOrders(
  { pool }: Pool,
  { generation, day }: DueOn,
  after: OrderPosition | undefined,
  max: number,
): Promise<DuePage> {
  const behind = after === undefined ? beforeAll : [after.dueDay, after.paymentId];
  const values = [generation, day, max, ...behind];
  const { rows } = await pool.query<DueRow>({ ...standingStatement, values });
  return pageOf(rows);
}

const instantStatement = {
  name: 'batch.instant-orders',
  text: `
  select ${columns}
    from order_book o
   where o.generation = $1 and o.status = 'ACTC' and o.is_instant
     and ${isFree} and not (${isHeld})
   order by o.payment_id
   limit $3`,
};

/** Approved orders of instant products that no run has picked and nobody holds. */
export async function instantOrders(
  { pool }: Pool,
  { generation, day }: DueOn,
  max: number,
): Promise<DuePage> {
  const values = [generation, day, max];
  const { rows } = await pool.query<DueRow>({ ...instantStatement, values });
  return pageOf(rows);
}

const heldText = (which: string) => `
  select coalesce(sum(o.parts), 0)::int as held
    from order_book o
   where o.generation = $1 and o.status = 'ACTC' and ${which}
     and ($3::text is null or o.tpp = $3) and ${isFree} and (${isHeld})`;

/** Of which orders runs are. */
export type OrdersOfRun = keyof typeof heldStatements;

const heldStatements = {
  batch: {
    name: 'batch.held-orders',
    text: heldText(`not o.is_instant and o.due_day <= $2::date and ${isReceived}`),
  },
  instant: { name: 'batch.held-instant-orders', text: heldText('o.is_instant') },
  standing: {
    name: 'batch.held-standing-orders',
    text: heldText(`o.standing_day <= $2::date and ${isReceived}`),
  },
};

/** How many payments and sub-payments would be due if nobody held them: of one TPP, or of all (null). */
export async function heldOrders(
  { pool }: Pool,
  of: OrdersOfRun,
  { generation, day }: DueOn,
  tpp: string | null,
): Promise<number> {
  const values = [generation, day, tpp];
  const { rows } = await pool.query<{ held: number }>({ ...heldStatements[of], values });
  return rows[0]?.held ?? 0;
}

function pageOf(rows: readonly DueRow[]): DuePage {
  const payments = rows.map(({ paymentId, occurrence, isMoved }): PickedPayment => {
    const picked = occurrence === null ? { paymentId } : { paymentId, occurrence };
    return isMoved === true ? { ...picked, isMoved } : picked;
  });
  const last = rows.at(-1);
  if (last === undefined) return { payments };
  const { isUrgent, dueDay, paymentId } = last;
  return { payments, last: { isUrgent, dueDay, paymentId } };
}
