import type { IndexInfo, TableInfo, Tuple } from '../../storage.port.js';
import type { Row, Value } from '../../values.js';
import type { Frame, Of } from '../expressions/frame.js';
import type { Conjunct, Equality } from './conjuncts.js';

/** A relation of FROM in its slot of the frame. */
export interface Source {
  readonly slot: number;
  readonly width: number;
  /** Slots that a lateral relation reads. */
  readonly needs: ReadonlySet<number>;
  readonly table?: TableInfo;
  readonly rows?: (frame: Frame) => readonly Row[];
}

/** The right side of a left join. */
export interface LeftJoin {
  readonly right: Group;
}

/** Relations in any order, and the conditions between them. */
export interface Group {
  readonly members: (Source | LeftJoin)[];
  readonly conjuncts: Conjunct[];
}

export const emptyGroup = (): Group => ({ members: [], conjuncts: [] });

/** Goes to the next row; true when no more rows are wanted. */
type Next = () => boolean;

/** Binds a part of a nested loop to a frame and to what it does for each row. */
export type Stage = (frame: Frame, next: Next) => Next;

const isJoin = (member: Source | LeftJoin): member is LeftJoin => 'right' in member;

const sourcesOf = (group: Group): Source[] =>
  group.members.flatMap((member) => (isJoin(member) ? sourcesOf(member.right) : [member]));

function needsOf(member: Source | LeftJoin): ReadonlySet<number> {
  if (!isJoin(member)) return member.needs;
  const { right } = member;
  const own = new Set(sourcesOf(right).map(({ slot }) => slot));
  const all = [
    ...right.members.flatMap((each) => [...needsOf(each)]),
    ...right.conjuncts.flatMap(({ needs }) => [...needs]),
  ];
  return new Set(all).difference(own);
}

/** The nested loop over a group: what an index can look up goes first, whole tables last. */
export function arrange(group: Group, before: ReadonlySet<number> = new Set()): Stage {
  const bound = new Set(before);
  const waiting = [...group.conjuncts];
  const members = [...group.members];
  const stages: Stage[] = [filter(take(waiting, bound, members.length === 0))];
  while (members.length > 0) {
    const member = nextOf(members, waiting, bound);
    members.splice(members.indexOf(member), 1);
    stages.push(isJoin(member) ? leftJoin(member, bound) : loop(member, waiting, bound));
    for (const { slot } of isJoin(member) ? sourcesOf(member.right) : [member]) bound.add(slot);
    stages.push(filter(take(waiting, bound, members.length === 0)));
  }
  return (frame, next) => stages.reduceRight((inner, stage) => stage(frame, inner), next);
}

/** Takes the conditions whose slots are bound. What changes something is tested last. */
function take(waiting: Conjunct[], bound: ReadonlySet<number>, isLast: boolean): Of[] {
  const ready = waiting.filter(
    ({ needs, isVolatile }) => isLast || (!isVolatile && needs.isSubsetOf(bound)),
  );
  const sorted = ready.toSorted(
    (left, right) => Number(left.isVolatile) - Number(right.isVolatile),
  );
  for (const conjunct of ready) waiting.splice(waiting.indexOf(conjunct), 1);
  return sorted.map(({ of }) => of);
}

function filter(ofs: readonly Of[]): Stage {
  if (ofs.length === 0) return (_frame, next) => next;
  return (frame, next) => () => {
    for (const of of ofs) if (of(frame) !== true) return false;
    return next();
  };
}

function nextOf(
  members: readonly (Source | LeftJoin)[],
  waiting: readonly Conjunct[],
  bound: ReadonlySet<number>,
): Source | LeftJoin {
  const ready = members.filter((member) => needsOf(member).isSubsetOf(bound));
  const rank = (member: Source | LeftJoin): number => {
    if (isJoin(member)) return 3;
    if (!member.table) return 1;
    return accessOf(member, member.table, waiting, bound) ? 0 : 2;
  };
  const [best] = (ready.length > 0 ? ready : members).toSorted((a, b) => rank(a) - rank(b));
  return best as Source | LeftJoin;
}

function loop(source: Source, waiting: readonly Conjunct[], bound: ReadonlySet<number>): Stage {
  const { slot, table, rows } = source;
  if (!table) {
    return (frame, next) => () => {
      for (const row of rows?.(frame) ?? []) {
        frame.rows[slot] = row;
        if (next()) return true;
      }
      return false;
    };
  }
  const access = accessOf(source, table, waiting, bound);
  const tuples = access ?? ((frame: Frame) => frame.run.storage.scan(table));
  return (frame, next) => () => {
    for (const tuple of tuples(frame)) {
      frame.rows[slot] = tuple.row;
      frame.tuples[slot] = tuple;
      if (next()) return true;
    }
    return false;
  };
}

function leftJoin({ right }: LeftJoin, bound: ReadonlySet<number>): Stage {
  const inner = arrange(right, bound);
  const empty = sourcesOf(right).map(({ slot, width }) => ({
    slot,
    row: new Array<Value>(width).fill(null),
  }));
  return (frame, next) => {
    let isMatched = false;
    const search = inner(frame, () => {
      isMatched = true;
      return next();
    });
    return () => {
      isMatched = false;
      if (search()) return true;
      if (isMatched) return false;
      for (const { slot, row } of empty) {
        frame.rows[slot] = row;
        frame.tuples[slot] = undefined;
      }
      return next();
    };
  };
}

type Access = (frame: Frame) => Iterable<Tuple>;

/** How an index finds the rows; nothing when only a scan does. */
function accessOf(
  { slot }: Source,
  table: TableInfo,
  waiting: readonly Conjunct[],
  bound: ReadonlySet<number>,
): Access | undefined {
  const usable = waiting
    .flatMap(({ equalities }) => equalities)
    .filter((each) => each.slot === slot && each.needs.isSubsetOf(bound) && !each.needs.has(slot));
  let best: { index: IndexInfo; keys: Equality[] } | undefined;
  for (const index of table.indexes) {
    const keys = index.isPartial ? [] : prefix(index, usable);
    if (keys.length > (best?.keys.length ?? 0)) best = { index, keys };
  }
  return best && search(table, best.index, best.keys);
}

/** An equality for each of the first columns of an index, at most one of them with many values. */
function prefix(index: IndexInfo, usable: readonly Equality[]): Equality[] {
  const keys: Equality[] = [];
  for (const column of index.columns) {
    const fitting = usable.filter((each) => each.column === column);
    const hasMany = keys.some(({ isMany }) => isMany);
    const found = fitting.find(({ isMany }) => !isMany) ?? (hasMany ? undefined : fitting[0]);
    if (!found) break;
    keys.push(found);
  }
  return keys;
}

function search(table: TableInfo, index: IndexInfo, keys: readonly Equality[]): Access {
  const many = keys.findIndex(({ isMany }) => isMany);
  return (frame) => {
    const values = keys.map(({ of }) => of(frame));
    if (values.includes(null)) return [];
    if (many < 0) return frame.run.storage.lookup(table, index, values);
    return searchEach(frame, table, index, values, many);
  };
}

function* searchEach(
  frame: Frame,
  table: TableInfo,
  index: IndexInfo,
  values: readonly Value[],
  many: number,
): Iterable<Tuple> {
  for (const value of new Set(values[many] as readonly Value[])) {
    if (value !== null) yield* frame.run.storage.lookup(table, index, values.with(many, value));
  }
}
