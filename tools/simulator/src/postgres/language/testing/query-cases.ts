/** The tables that the queries read and change. */
export const tables = `
  create sequence counted;
  create table item (
    id text primary key, n int, big bigint not null default 7, at timestamptz, doc jsonb, raw json,
    tags text[], flag boolean);
  create index item_n on item (n, flag);
  create table part (item text not null, no int not null, label text, primary key (item, no));
  create view flagged as select i.id, i.n, i.doc from item i where i.flag;
  create view two_items as select i.id from item i, (select) read_only;
  insert into item values
    ('a', 1, 10, '2026-01-01T00:00:00Z', '{"k": "x", "bb": 1}', '{"k":  "x"}', '{p,q}', true),
    ('b', 2, 20, '2026-01-02T00:00:00Z', '{"k": "y"}', '[1]', '{}', false),
    ('c', null, 30, null, null, null, null, null),
    ('d', 1, 40, '2026-01-03T00:00:00Z', '{"k": null}', '{}', '{"a b"}', true);
  insert into part values ('a', 1, 'one'), ('a', 2, 'two'), ('b', 1, null), ('x', 1, 'lost');
`;

/** Functions, called by the queries. */
export const functions = `
  create function doubled(v int) returns int language sql immutable as 'select v * 2';
  create function parts_of(wanted text) returns table (no int, label text) language sql stable
    as 'select p.no, p.label from part p where p.item = wanted order by p.no';
  create function flow(upto int) returns setof text language plpgsql as $$
    declare total int := 0; r record; one part; names text[] := '{}';
    begin
      for i in 1..upto loop
        continue when i = 2;
        exit when i > 4;
        total := total + i;
      end loop;
      return next 'total ' || total;
      for r in select item, count(*)::int as n from part group by item order by item loop
        names := names || r.item;
        return next r.item || r.n;
      end loop;
      select * into one from part where item = 'a' order by no desc limit 1;
      return next one.label || coalesce(array_to_string(names, '/'), '-');
      perform from part where item = 'none';
      if found then return next 'found'; elsif total > 3 then return next 'more'; else return next 'less'; end if;
      begin
        insert into part values ('a', 1, 'again');
        return next 'never';
      exception when unique_violation then
        return next sqlstate;
      end;
      while total > 0 loop total := total - 3; end loop;
      return query select 'q' || total union all select label from part where item = 'x';
      begin
        raise exception 'went % wrong', total using errcode = 'P0042';
      exception when others then return next sqlstate || sqlerrm;
      end;
      update part set label = label where item = 'a';
      get diagnostics total = row_count;
      return next total::text;
    end $$;
`;

/** Queries in an order: each sees what those before it changed. */
export const queryCases: readonly string[] = [
  `select * from item order by id`,
  `select id, n from item order by n desc, id limit 2 offset 1`,
  `select id from item order by n nulls first, id desc`,
  `select i.id, p.label from item i join part p on p.item = i.id order by i.id, p.no`,
  `select i.id, p.no from item i left join part p on p.item = i.id and p.label is not null order by 1, 2`,
  `select p.item, i.id from part p left join item i on i.id = p.item where i.id is null`,
  `select i.id, p.item, p.no from item i full join part p on p.item = i.id order by 1, 2, 3`,
  `select id, i.n, o.label from item i
    full join (select item as id, label from part where no > 1 or label is null) o using (id) order by 1, 3`,
  `select id, n, p.no from (select id, n from item where n > 1) i
    full join (select item as id, no from part where item <> 'x') p using (id) order by 1, 3`,
  `select id from item full join (select 'z' as id union select 'a') o using (id) order by id`,
  `select i.id, f.k from flagged i, lateral (select i.doc ->> 'k' as k) f order by 1`,
  `select n, count(*), array_agg(id order by id) from item group by n order by n`,
  `select n as group_name, max(big) from item group by group_name having count(*) > 1`,
  `select count(*) from item where false`,
  `select max(n) from item where id = any (array['a', 'b']) and flag`,
  `select distinct n from item order by n`,
  `select distinct on (n) n, id from item order by n, id desc`,
  `select id, row_number() over (order by id), lag(id) over (order by id), sum(n) over (partition by flag order by id), count(*) over () from item order by id`,
  `select id, bool_and(n > 1) over (partition by flag) from item order by id`,
  `select 'x' as kind, id from item where n = 1 union all select 'y', item from part order by 1, 2`,
  `select n from item union select 9 order by 1`,
  `select id from item except select item from part order by id`,
  `select id from item intersect select item from part order by id`,
  `select null as v union all select 1`,
  `with a as (select id from item where flag), b (name) as (select id from a) select name from b order by name desc`,
  `with recursive t (n) as (select 1 union all select n + 1 from t where n < 4) select n from t`,
  `with recursive t (n) as ((select n from item order by n limit 1) union all select (select i.n from item i where i.n > t.n order by i.n limit 1) from t where t.n is not null) select * from t where n is not null`,
  `select * from (values (1, 'a'), (2, null)) v (n, t) order by n desc`,
  `select (select count(*) from part p where p.item = i.id) as parts from item i order by i.id`,
  `select id from item i where exists (select from part p where p.item = i.id and p.no = 2)`,
  `select id from item i where i.id in (select item from part) and not i.id in ('b') order by id`,
  `select json_agg(part) from (select id, n from item order by id limit 2) part`,
  `select jsonb_agg(p order by p.no) from part p where p.item = 'a'`,
  `select i::text from item i order by id`,
  `select * from rows from (unnest(array[1, 2]), jsonb_array_elements('["a"]')) with ordinality r (a, b, i)`,
  `select doubled(4), doubled(n) from item order by id`,
  `select i.id, p.* from item i cross join lateral parts_of(i.id) p order by 1, 2`,
  `select parts_of('a')`,
  `select * from parts_of('a') with ordinality as asked order by asked.ordinality desc`,
  `select * from flow(9)`,
  `select * from flow(1)`,
  `insert into item (id, n) values ('e', 5), ('f', default) returning id, n, big`,
  `insert into item (id, n) values ('a', 9)`,
  `insert into item (id, n) values ('a', 9), ('g', 9) on conflict do nothing returning id`,
  `insert into item as known (id, n) values ('a', 9), ('b', 0) on conflict (id) do update set n = excluded.n where known.n < excluded.n returning id, n`,
  `insert into item (id, n) values ('h', 1), ('h', 2) on conflict (id) do update set n = 3`,
  `insert into part select id, 9, '9' from item where n = 9 returning *`,
  `update item i set n = w.n, tags = w.tags from (values ('a', 11, '{z}'::text[]), ('zz', 1, null)) w (id, n, tags) where i.id = w.id returning i.id, i.n, w.n as given, tags`,
  `update item set (n, flag) = (12, true) where id = 'b' returning n, flag`,
  `update item set n = n + 1 where n > 10 returning id, n`,
  `delete from part p using item i where i.id = p.item and i.n > 12 returning p.item, p.no, i.n`,
  `with gone as (delete from part where no = 9 returning item) select item from gone order by item`,
  `with kept as (insert into part values ('n', 1, 'new') returning item) select item from kept union all select item from part where item = 'n'`,
  `with changed as (update item set big = 1 where id = 'c' returning id) insert into part select id, 5, 'c' from changed returning *`,
  `select id from item where id = 'a' for update`,
  `select id from item order by id limit 1 for no key update skip locked`,
  `delete from item where id like 'e%' or n is null returning id`,
  `select count(*), count(n), sum(big) from item`,
  `select * from part order by item, no`,
  `delete from two_items`,
  `insert into two_items values ('x')`,
  `update two_items set id = 'x'`,
  `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  `select id, (doc).k from item`,
  `select x.id from item`,
  `select id from item, part where no = no2`,
];
