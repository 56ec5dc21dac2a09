-- The tables of the event store.
--
-- es.stream      one row per stream: the optimistic lock, the order guard and the folded state
--                (status view and snapshot in one)
-- es.view        the folded states, for queries
-- es.event       history and outbox in one
-- es.inbox       ids of the commands that each consumer has handled
-- es.claim       keys that one stream at a time may hold
-- es.checkpoint  how far each reader has read
-- es.parked      messages that wait for an operator

create schema es;

create table es.stream (
  stream_id text primary key,
  stream_type text not null,
  version bigint not null check (version > 0),
  last_tx xid8 not null,
  state_version integer not null,
  state jsonb not null,
  updated_at timestamptz not null default now()
) with (fillfactor = 80);

-- The empty second item costs a query nothing and makes the view read-only: a row deleted through it
-- would be the stream itself.
create view es.view as
  select s.stream_id, s.stream_type, s.version, s.state_version, s.state, s.updated_at
    from es.stream s, (select) read_only;

create sequence es.event_position;

create table es.event (
  position bigint not null default nextval('es.event_position'),
  tx xid8 not null default pg_current_xact_id(),
  stream_id text not null,
  version bigint not null check (version > 0),
  id uuid not null default gen_random_uuid(),
  type text not null,
  schema_version smallint not null check (schema_version > 0),
  at timestamptz not null default clock_timestamp(),
  -- Text that was checked once: nothing looks into it, and every reader wants all of it.
  data json not null,
  meta json not null,
  primary key (stream_id, version)
);
create index event_relay on es.event (tx, position);

create table es.inbox (
  consumer text not null,
  message_id text not null,
  stream_id text not null,
  at timestamptz not null default now(),
  primary key (consumer, message_id)
);

create table es.claim (
  scope text not null,
  key text not null,
  stream_id text not null,
  primary key (scope, key)
);

create table es.checkpoint (
  name text primary key,
  prev pg_snapshot not null,
  cur pg_snapshot,
  last_tx xid8 not null default '0',
  last_position bigint not null default 0,
  epoch bigint not null default 1
);

create table es.parked (
  seq bigint generated always as identity primary key,
  consumer text not null,
  key text not null,
  topic text not null,
  partition integer not null,
  "offset" text not null,
  reason text not null,
  attempts integer not null default 1,
  payload json not null,
  headers json not null,
  at timestamptz not null default now(),
  discarded_at timestamptz,
  discard_reason text
);
create unique index parked_message on es.parked (consumer, topic, partition, "offset");
create index parked_key on es.parked (consumer, key, seq) where discarded_at is null;
