-- The folded states, without the tombstones of deleted streams. The tombstones stay in es.stream, where
-- they keep the ids from being used again.

create or replace view es.view as
  select s.stream_id, s.stream_type, s.version, s.state_version, s.state, s.updated_at
    from es.stream s, (select) read_only
   where s.stream_type <> 'tombstone';
