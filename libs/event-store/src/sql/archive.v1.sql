-- The archive of ended streams: files in an object store hold the events that have left es.event.
--
-- es.archive_month  the key of the files of a month, the one in which their streams had their last events. A row
--                   without a key: the files cannot be read any more, and are being removed
-- es.archive        the files
-- es.stream         names the file of a stream; null while all of its events are in es.event

create table es.archive_month (
  stream_type text not null,
  month date not null,
  key bytea check (octet_length(key) = 32),
  primary key (stream_type, month)
);

create table es.archive (
  number integer generated always as identity primary key,
  stream_type text not null,
  month date not null,
  object text not null unique,
  streams integer not null check (streams > 0),
  events integer not null,
  bytes integer not null,
  archived_at timestamptz not null default clock_timestamp()
);

alter table es.stream add column archive integer;
