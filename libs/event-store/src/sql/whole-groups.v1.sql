-- Refuses whole groups: a stream stays accepted only if every stream of its group is accepted.

create function es.whole_groups(ok boolean[], s_group integer[]) returns boolean[]
language sql immutable
as $$
  select array_agg(w.whole order by w.i)
    from (select g.i, bool_and(g.accepted) over (partition by g.grp) as whole
            from unnest(ok, s_group) with ordinality g (accepted, grp, i)) w
$$;
