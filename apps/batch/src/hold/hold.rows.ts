import type { BatchCommands } from '@nordgate/contracts/commands';
import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import type { CommandOf, ReceivedEvent, RowUpsert, RowWrite } from '@nordgate/decider';

type HoldCommand = CommandOf<BatchCommands, 'HoldExecution' | 'ReleaseExecution'>;

/** `execution_hold`: what the fraud desk holds, by the stream of the hold. */
const executionHold: RowUpsert = {
  name: 'execution-hold',
  columns: ['hold', 'is_held', 'decided_at'],
  sql: `insert into execution_hold as known (hold, is_held, decided_at)
select hold, is_held, decided_at
  from unnest($1::text[], $2::boolean[], $3::timestamptz[]) as decided (hold, is_held, decided_at)
    on conflict (hold) do update
   set is_held = excluded.is_held, decided_at = excluded.decided_at
 where known.decided_at <= excluded.decided_at`,
};

/** The row of a decision of the fraud desk; an older decision that comes again changes nothing. */
export function holdRows({ type, stream, meta }: HoldCommand): readonly RowWrite[] {
  return [holdRow(stream, type === 'HoldExecution', meta.at)];
}

/** The row of a hold that was placed or released at a time. */
export function holdRow(stream: string, isHeld: boolean, at: string): RowWrite {
  return { upsert: executionHold, row: [stream, isHeld, at] };
}

/** `stopped_tpp`: whom the operator has stopped, the highest version wins. */
const stoppedTpp: RowUpsert = {
  name: 'stopped-tpp',
  columns: ['tpp', 'version', 'is_stopped', 'until'],
  sql: `insert into stopped_tpp as known (tpp, version, is_stopped, until)
select tpp, version, is_stopped, until
  from unnest($1::text[], $2::bigint[], $3::boolean[], $4::date[])
       as told (tpp, version, is_stopped, until)
    on conflict (tpp) do update
   set version = excluded.version, is_stopped = excluded.is_stopped, until = excluded.until
 where known.version < excluded.version`,
};

/** The stops of TPPs, and their ends. */
export const tppStops = handles('accounts.events.v1', ['TppStopped', 'TppReleased']);

/** The row of a stop or of its end: no run executes payments of a stopped TPP. */
export function stoppedTppRow({
  stream,
  version,
  event,
}: ReceivedEvent<Handled<typeof tppStops>>): RowWrite {
  const until = event.type === 'TppStopped' ? (event.data.until ?? null) : null;
  const tpp = streams.tppStop.idOf(stream);
  return { upsert: stoppedTpp, row: [tpp, version, event.type === 'TppStopped', until] };
}
