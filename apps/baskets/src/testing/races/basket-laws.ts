import { GetBasket } from '@nordgate/contracts/queries';
import type { BasketEvent } from '@nordgate/contracts/events';
import type { BasketStatus } from '@nordgate/contracts/codes';
import type { Database } from '@nordgate/event-store';
import { tpp } from '../a-basket.js';
import type { Side } from './racing-baskets.js';

/** What has become of payments in these races; of the others nothing was heard. */
export type Fates = ReadonlyMap<string, 'RJCT' | 'ACTC'>;

interface Row {
  readonly stream: string;
  readonly event: BasketEvent;
}

/** What a basket's own events say, read without any code of the service. */
interface History {
  readonly types: readonly string[];
  readonly members: readonly string[];
}

const select = `
select stream_id as stream, jsonb_build_object('type', type, 'data', data) as event
  from es.event where stream_id like 'basket-%' order by stream_id, version`;

/** The histories of all baskets by their ids. */
export async function histories({ pool }: Database): Promise<ReadonlyMap<string, History>> {
  const { rows } = await pool.query<Row>(select);
  const all = new Map<string, History>();
  for (const { stream, event } of rows) {
    const id = stream.slice('basket-'.length);
    const { types, members } = all.get(id) ?? { types: [], members: [] };
    const made = event.type === 'BasketCreated' ? event.data.members : [];
    all.set(id, {
      types: [...types, event.type],
      members: [...members, ...made.map(({ paymentId }) => paymentId)],
    });
  }
  return all;
}

const holds = ({ types }: History) =>
  types[0] === 'BasketCreated' &&
  !types.includes('BasketDeleted') &&
  !types.includes('BasketRejected');

/** Payments that more than one basket holds, with those baskets. */
export function heldTwice(all: ReadonlyMap<string, History>): string[] {
  const holders = new Map<string, string[]>();
  for (const [id, history] of all) {
    if (!holds(history)) continue;
    for (const member of history.members) {
      holders.set(member, [...(holders.get(member) ?? []), id]);
    }
  }
  return [...holders]
    .filter(([, ids]) => ids.length > 1)
    .map(([member, ids]) => `${member}: ${ids.join()}`);
}

/** Deleted baskets that went on, or had been shown to the PSU. */
export function alive(all: ReadonlyMap<string, History>): string[] {
  return [...all]
    .filter(([, { types }]) => types.includes('BasketDeleted'))
    .filter(([, { types }]) => types.join() !== 'BasketCreated,BasketDeleted')
    .map(([id, { types }]) => `${id}: ${types.join()}`);
}

/** Baskets that show another status than the worst of what happened to their members. */
export async function notTheWorst(
  all: ReadonlyMap<string, History>,
  fates: Fates,
  side: Side,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [id, history] of all) {
    if (!holds(history)) continue;
    const view = await side.ask(new GetBasket(tpp, id));
    const worst = worstOf(history.members.map((member) => fates.get(member)));
    if (view?.transactionStatus !== worst)
      wrong.push(`${id} shows ${view?.transactionStatus ?? 'nothing'} and is ${worst}`);
  }
  return wrong;
}

/** The worst case, written a second time: a refused member makes it refused, one without news received. */
function worstOf(fates: readonly ('RJCT' | 'ACTC' | undefined)[]): BasketStatus {
  if (fates.includes('RJCT')) return 'RJCT';
  return fates.every((fate) => fate === 'ACTC') ? 'ACTC' : 'RCVD';
}
