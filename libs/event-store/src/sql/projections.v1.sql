-- One row per projection: which version of its definition filled its table, what an operator has
-- requested, and why it stands still. The schema shadow holds the table that a rebuild is filling.
create table es.projection (
  name text primary key,
  version integer not null check (version > 0),
  rebuild_requested_at timestamptz,
  shadow_version integer,
  fault text,
  updated_at timestamptz not null default now()
);
create schema shadow;
