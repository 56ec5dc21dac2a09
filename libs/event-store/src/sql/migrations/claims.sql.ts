import { indexOnly } from './index-only.sql.js';

/** Refuses whole groups: a stream stays accepted only if every stream of its group is. */
export const createWholeGroups = `
create function es.whole_groups(ok boolean[], s_group integer[]) returns boolean[]
language sql immutable
as $$
  select array_agg(w.whole order by w.i)
    from (select g.i, bool_and(g.accepted) over (partition by g.grp) as whole
            from unnest(ok, s_group) with ordinality g (accepted, grp, i)) w
$$`;

/**
 * The claims that accepted streams want and cannot have: another stream holds them and no accepted
 * stream of this call releases them, or an earlier stream of this call wants them as well.
 */
export const createContestedClaims = `
create function es.contested_claims(
  ok boolean[], s_id text[],
  t_stream integer[], t_scope text[], t_key text[],
  r_stream integer[], r_scope text[], r_key text[]
) returns table (s integer, scope text, key text, holder text)
language sql volatile ${indexOnly}
as $$
  select t.s, t.scope, t.key, coalesce(c.stream_id, rival.stream_id)
    from unnest(t_stream, t_scope, t_key) with ordinality t (s, scope, key, o)
    left join es.claim c
      on c.scope = t.scope and c.key = t.key and c.stream_id <> s_id[t.s]
     and not exists (
           select from unnest(r_stream, r_scope, r_key) r (s, scope, key)
            where ok[r.s] and r.scope = t.scope and r.key = t.key and s_id[r.s] = c.stream_id)
    left join lateral (
           select s_id[e.s] as stream_id
             from unnest(t_stream, t_scope, t_key) with ordinality e (s, scope, key, o)
            where ok[e.s] and e.o < t.o and e.s <> t.s and e.scope = t.scope and e.key = t.key
            order by e.o limit 1) rival on true
   where ok[t.s] and (c.stream_id is not null or rival.stream_id is not null)
$$`;
