-- The parts of the export, in the order in which they were written. Each names the object that holds its
-- events, and the object begins with the hash of the part before it.

create table es.export (
  number bigint primary key,
  object text not null,
  sha256 text not null,
  events integer not null check (events > 0),
  bytes integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  exported_at timestamptz not null default clock_timestamp()
);
