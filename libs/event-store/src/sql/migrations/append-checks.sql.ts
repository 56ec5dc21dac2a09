/*
 * The checking half of es.append_slice: which streams may be written. It locks what it looks at and
 * leaves its answer in `ok`. Its variables are that function's.
 */

/** The versions that were expected, and the order guard. */
const checkVersions = `
      perform from es.stream s where s.stream_id = any (s_id)
        order by s.stream_id for no key update;

      -- The order guard: under a transaction id older than the last writer's, (tx, position) would
      -- no longer rise with the version.
      select array_agg(coalesce(s.version, 0) = w.expected order by w.i),
             coalesce(bool_or(s.version = w.expected and s.last_tx > me), false)
        into ok, stale
        from unnest(s_id, s_expected) with ordinality w (id, expected, i)
        left join es.stream s on s.stream_id = w.id;
      if stale then
        raise exception 'transaction id older than the last writer of a stream'
              using errcode = '40001';
      end if;

      if false = any (ok) then
        told := array(select i from generate_subscripts(ok, 1) i where not ok[i]);
        return query select s_id[i], 'version', null::text, null::text, null::text
                       from unnest(told) i;
        ok := es.whole_groups(ok, s_group);
      end if;
`;

/** Claims that another stream holds; a stream that is refused may have been about to release one. */
const checkClaims = `
      if claiming then
        perform from unnest(t_scope || r_scope, t_key || r_key) w (scope, key)
          join es.claim c on c.scope = w.scope and c.key = w.key
         order by c.scope, c.key for update of c;
        loop
          hits := '{}';
          for hit in select distinct on (c.s) c.s, c.scope, c.key, c.holder
                       from es.contested_claims(
                              ok, s_id, t_stream, t_scope, t_key, r_stream, r_scope, r_key) c
                      order by c.s
          loop
            hits := hits || hit.s;
            return query select s_id[hit.s], 'claim', hit.scope, hit.key, hit.holder;
          end loop;
          exit when hits = '{}';
          told := told || hits;
          ok := es.whole_groups(
            array(select ok[i] and not i = any (hits) from generate_subscripts(ok, 1) i order by i),
            s_group);
        end loop;
      end if;
`;

/** Who shares the fate of a refused stream; nothing is left to do when all are refused. */
const checkGroups = `
      if false = any (ok) then
        return query select s_id[i], 'group', null::text, null::text, null::text
                       from generate_subscripts(ok, 1) i where not ok[i] and not i = any (told);
        if not true = any (ok) then
          return;
        end if;
      end if;
`;

export const checkStreams = `${checkVersions}${checkClaims}${checkGroups}`;
