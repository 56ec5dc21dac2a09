import { writeClaims, writeEvents, writeInbox, writeStreams } from './append-writes.sql.js';
import { checkStreams } from './append-checks.sql.js';
import { indexOnly } from './index-only.sql.js';

/**
 * Appends to many streams in one transaction. `s_*` is one entry per stream; `e_*` (events, in order),
 * `t_*` (claims to take), `r_*` (claims to release) and `i_*` (inbox ids) point to a stream by its
 * index in `s_*`. JSON columns are one array each, which is far cheaper to write and to read than an
 * array of escaped texts. `s_group` ties streams together: all of a group are written, or none.
 *
 * Answers the refused streams: `version` (somebody else wrote), `claim` (with the claim and who
 * holds it) or `group` (another stream of its group was refused). Raises 40001 when the whole call
 * has to be repeated under a newer transaction id, 23505 on es.inbox when a command id is known, 23505
 * on es.stream when a stream was created after the claims had been looked at.
 */
export const createAppendSlice = `
create function es.append_slice(
  p_consumer text,
  s_id text[], s_type text[], s_expected bigint[], s_version bigint[],
  s_state_version integer[], s_state jsonb, s_group integer[],
  e_stream integer[], e_version bigint[], e_type text[], e_schema smallint[],
  e_data json, e_meta json,
  t_stream integer[], t_scope text[], t_key text[],
  r_stream integer[], r_scope text[], r_key text[],
  i_stream integer[], i_message text[]
) returns table (stream_id text, reason text, scope text, key text, holder text)
language plpgsql ${indexOnly}
as $$
#variable_conflict use_column
declare
  me constant xid8 := pg_current_xact_id();
  claiming constant boolean := cardinality(t_key) + cardinality(r_key) > 0;
  checked boolean := claiming;
  ok boolean[] := array_fill(true, array[cardinality(s_id)]);
  told integer[] := '{}';
  hits integer[];
  stale boolean;
  written bigint;
  created bigint;
  hit record;
begin
  -- One lock order for everybody: known streams by id, claims, new streams, inbox ids.
  -- Nearly always everything is as expected, and the write itself finds that out: only when it does
  -- not, it is undone and every stream is looked at. Claims are always looked at first.
  loop
    if checked then${checkStreams}    end if;
    begin${writeStreams}
      exit;
    exception when unique_violation or serialization_failure then
      if checked then
        raise;
      end if;
      checked := true;
    end;
  end loop;
${writeEvents}${writeClaims}${writeInbox}
end
$$`;
