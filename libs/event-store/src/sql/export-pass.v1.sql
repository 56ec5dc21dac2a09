-- The monthly pass that rewrites the parts of the export without deleted events.
--
-- es.export       oldest_at: of the events that are left in the part. The last day of 9999 without any, null while unknown.
--                 sha256 stays that of the part as it was first written; object names what is in the store now
-- es.export_pass  one row: the pass that runs, or ran last. next_number is null when it has ended

alter table es.export add column oldest_at timestamptz;

create table es.export_pass (
  is_only boolean primary key default true check (is_only),
  started_at timestamptz not null,
  next_number bigint
);
