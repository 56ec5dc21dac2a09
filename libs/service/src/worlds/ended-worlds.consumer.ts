import { Controller } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { handles } from '@nordgate/contracts/events';
import type { Handled, WorldDeleted, WorldInitialised } from '@nordgate/contracts/events';
import type { Reaction, ReceivedEvent, RowUpsert, RowWrite } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';

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
export function endedRows({ type, data }: WorldDeleted | WorldInitialised): readonly RowWrite[] {
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
