import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import type { Reaction, ReceivedEvent, RowUpsert, RowWrite } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';

const moves = handles('accounts.events.v1', ['WorldMoveBegun', 'WorldMoveEnded']);

/** `world_move`: the last move of the clock of each TPP's world. */
const worldMove: RowUpsert = {
  name: 'world-move',
  columns: ['tpp', 'version', 'generation', 'request', 'target', 'awaits'],
  sql: `
  insert into world_move as known (tpp, version, generation, request, target, awaits, begun_at)
  select distinct on (tpp) *, clock_timestamp()
    from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[], $6::jsonb[])
      as told (tpp, version, generation, request, target, awaits)
   order by tpp, version desc
      on conflict (tpp) do update
     set version = excluded.version, generation = excluded.generation, request = excluded.request,
         target = excluded.target, awaits = excluded.awaits,
         begun_at = excluded.begun_at
   where excluded.version > known.version`,
};

/** Follows which worlds of the sandbox move, and how far they have to go. */
@Controller()
export class MovedWorldsConsumer {
  @ReactsTo('batch.world-moves', moves)
  note(@Payload() received: ReceivedEvent<Handled<typeof moves>>): Reaction {
    return { rows: [moveRow(received)] };
  }
}

function moveRow({ event, version }: ReceivedEvent<Handled<typeof moves>>): RowWrite {
  const { tpp, generation } = event.data;
  const [request, target, awaits] =
    event.type === 'WorldMoveBegun'
      ? [event.data.by.request, event.data.to, JSON.stringify(event.data.awaits ?? [])]
      : [null, null, '[]'];
  return { upsert: worldMove, row: [tpp, version, generation, request, target, awaits] };
}
