import { Controller, Inject, Optional } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { handles } from '@nordgate/contracts/events';
import type { Handled, WorldDeleted, WorldInitialised } from '@nordgate/contracts/events';
import type { Reaction, ReceivedEvent, RowUpsert, RowWrite, Command } from '@nordgate/decider';
import { commandFrom } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import type { PlaceInTime } from './world-leases.js';

/** `ended_generation`: what a service has to delete, and since when, by the clock of its database. */
const endedGeneration: RowUpsert = {
  name: 'ended-generation',
  columns: ['generation'],
  sql: `
  insert into ended_generation (generation, since)
  select distinct generation, clock_timestamp() from unnest($1::bigint[]) as told (generation)
      on conflict (generation) do nothing`,
};

/** The row of the generation that an event of a world has ended: by a reset, or by the deletion of the world. */
function endedRows({ type, data }: WorldDeleted | WorldInitialised): readonly RowWrite[] {
  const ended = type === 'WorldDeleted' ? data.generation : data.ends;
  return ended === undefined ? [] : [{ upsert: endedGeneration, row: [ended] }];
}

const ends = handles('accounts.events.v1', ['WorldInitialised', 'WorldDeleted']);

/**
 * Follows which generations of a sandbox have ended, in a service that does not follow the time of worlds besides.
 *
 * @param group of the service
 */
export function followingEndedWorlds(group: string): Type {
  @Controller()
  class EndedWorldsConsumer {
    @ReactsTo(group, ends)
    note(@Payload() { event }: ReceivedEvent<Handled<typeof ends>>): Reaction {
      return { rows: endedRows(event) };
    }
  }
  return EndedWorldsConsumer;
}

const worlds = handles('accounts.events.v1', ['WorldInitialised', 'WorldTimeSet', 'WorldDeleted']);

/**
 * `world_time`: how far worlds are ahead, and since when, by the clock of this database. A world that is not ahead has no
 * row, and another generation of a TPP removes those before it.
 */
const worldTime: RowUpsert = {
  name: 'world-time',
  columns: ['generation', 'tpp', 'ahead_ms'],
  sql: `
  with told as (
    select generation, tpp, max(ahead_ms) as ahead_ms
      from unnest($1::bigint[], $2::text[], $3::float8[]) as t (generation, tpp, ahead_ms)
     group by generation, tpp),
  ended as (
    delete from world_time w using told t where w.tpp = t.tpp and w.generation < t.generation)
  insert into world_time as known (generation, tpp, ahead, since)
  select generation, tpp, make_interval(secs => ahead_ms / 1000), clock_timestamp()
    from told t
   where ahead_ms > 0
     and not exists (select from told n where n.tpp = t.tpp and n.generation > t.generation)
      on conflict (generation) do update
     set ahead = excluded.ahead, since = excluded.since
   where excluded.ahead > known.ahead`,
};

/** What ends in a service because the clock of a world has passed its deadline, as commands to its streams. */
export interface WorldDeadlines {
  passedIn(world: Required<PlaceInTime>): Promise<readonly Omit<Command, 'id' | 'meta'>[]>;
}

/** Nest injection token of {@link WorldDeadlines}. A service without it has none. */
export const WORLD_DEADLINES = 'nordgate.world-deadlines';

/**
 * Follows how far the worlds of a sandbox are ahead, and which of its generations have ended.
 *
 * @param group of the service
 */
export function followingWorldTime(group: string): Type {
  @Controller()
  class WorldTimeConsumer {
    constructor(@Optional() @Inject(WORLD_DEADLINES) private readonly deadlines?: WorldDeadlines) {}

    @ReactsTo(group, worlds)
    async note(@Payload() received: ReceivedEvent<Handled<typeof worlds>>): Promise<Reaction> {
      const { event } = received;
      const { generation, tpp } = event.data;
      if (event.type === 'WorldInitialised') {
        return { rows: [rowOf(generation, tpp, 0), ...endedRows(event)] };
      }
      if (event.type === 'WorldDeleted') return { rows: endedRows(event) };
      const { aheadMs } = event.data;
      const rows = [rowOf(generation, tpp, aheadMs)];
      const passed = (await this.deadlines?.passedIn({ generation, aheadMs })) ?? [];
      // The event was made before the clock moved on.
      const moved = { ...received, aheadMs };
      return { rows, commands: passed.map((command) => commandFrom(moved, command)) };
    }
  }
  return WorldTimeConsumer;
}

function rowOf(generation: number, tpp: string, aheadMs: number): RowWrite {
  return { upsert: worldTime, row: [generation, tpp, aheadMs] };
}
