-- The id of a command as es.inbox keeps it. An id of more than 36 bytes, the length of a UUID, becomes 128 bits of its
-- SHA-256: those of PSUs repeat the stream, which the row has, and the primary key repeats them again.
--
-- No short id is mistaken for a hash, because one that begins with '#' is hashed, too. A text with a backslash is a bytea
-- only when the backslash is doubled.
--
-- es.inbox_keys gives the forms in which a row may be there: releases before this file kept ids whole. None began with '#'.

create function es.inbox_key(p_id text) returns text
language sql immutable
as $$
  select case
           when octet_length(p_id) <= 36 and not starts_with(p_id, '#') then p_id
           else '#' || left(encode(substring(sha256(replace(p_id, '\', '\\')::bytea) for 16), 'base64'), 22)
         end
$$;

create function es.inbox_keys(p_id text) returns text[]
language sql immutable
as $$
  select case
           when starts_with(p_id, '#') then array[es.inbox_key(p_id)]
           else array[p_id, es.inbox_key(p_id)]
         end
$$;
