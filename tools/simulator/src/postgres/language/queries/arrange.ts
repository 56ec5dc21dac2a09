import type { TableInfo } from '../../storage.port.js';
import type { Row, Value } from '../../values.js';
import type { Frame, Of } from '../expressions/frame.js';
import { missing } from '../tree.js';
import { accessOf } from './access.js';
import type { Conjunct } from './conjuncts.js';

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

/** Both sides of a full join. */
export interface FullJoin extends LeftJoin {
  readonly left: Group;
  /** The conditions of a query on the right side: a row that breaks them is none, also without a partner. */
  readonly ofRight: Group['conjuncts'];
}

type Member = Source | LeftJoin | FullJoin;

/** Relations in any order, and the conditions between them. */
export interface Group {
  readonly members: Member[];
  readonly conjuncts: Conjunct[];
}

export const emptyGroup = (): Group => ({ members: [], conjuncts: [] });

/** Goes to the next row; true when no more rows are wanted. */
type Next = () => boolean;

/** Binds a part of a nested loop to a frame and to what it does for each row. */
export type Stage = (frame: Frame, next: Next) => Next;

const isJoin = (member: Member): member is LeftJoin | FullJoin => 'right' in member;

/** The groups that a join keeps together. */
const sidesOf = (join: LeftJoin | FullJoin): Group[] =>
  'left' in join ? [join.left, join.right] : [join.right];

const sourcesOf = (group: Group): Source[] =>
  group.members.flatMap((member) =>
    isJoin(member) ? sidesOf(member).flatMap(sourcesOf) : [member],
  );

function needsOf(member: Member): ReadonlySet<number> {
  if (!isJoin(member)) return member.needs;
  const sides = sidesOf(member);
  const own = new Set(sides.flatMap(sourcesOf).map(({ slot }) => slot));
  const all = sides.flatMap(({ members, conjuncts }) => [
    ...members.flatMap((each) => [...needsOf(each)]),
    ...conjuncts.flatMap(({ needs }) => [...needs]),
  ]);
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
    stages.push(isJoin(member) ? join(member, bound) : loop(member, waiting, bound));
    const sources = isJoin(member) ? sidesOf(member).flatMap(sourcesOf) : [member];
    for (const { slot } of sources) bound.add(slot);
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
  members: readonly Member[],
  waiting: readonly Conjunct[],
  bound: ReadonlySet<number>,
): Member {
  const ready = members.filter((member) => needsOf(member).isSubsetOf(bound));
  const rank = (member: Member): number => {
    if (isJoin(member)) return 3;
    if (!member.table) return 1;
    return accessOf(member.slot, member.table, waiting, bound) ? 0 : 2;
  };
  const [best] = (ready.length > 0 ? ready : members).toSorted((a, b) => rank(a) - rank(b));
  return best as Member;
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
  const access = accessOf(slot, table, waiting, bound);
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

/** What the slots of a group hold where a join has no row for it. */
function emptyRows(group: Group): (frame: Frame) => void {
  const empty = sourcesOf(group).map(({ slot, width }) => ({
    slot,
    row: new Array<Value>(width).fill(null),
  }));
  return (frame) => {
    for (const { slot, row } of empty) {
      frame.rows[slot] = row;
      frame.tuples[slot] = undefined;
    }
  };
}

const join = (member: LeftJoin | FullJoin, bound: ReadonlySet<number>): Stage =>
  'left' in member ? fullJoin(member, bound) : leftJoin(member, bound);

function leftJoin({ right }: LeftJoin, bound: ReadonlySet<number>): Stage {
  const inner = arrange(right, bound);
  const clear = emptyRows(right);
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
      clear(frame);
      return next();
    };
  };
}

/** The rows of the left side as in a left join, then those of the right side that none of them met. */
function fullJoin({ left, right, ofRight }: FullJoin, bound: ReadonlySet<number>): Stage {
  const [source, ...more] = sourcesOf(right);
  if (!source || more.length > 0) throw missing('FULL JOIN with a join on its right side');
  const lefts = sourcesOf(left).map(({ slot }) => slot);
  const outer = arrange(left, bound);
  const matching = leftJoin({ right }, new Set([...bound, ...lefts]));
  const rest = arrange({ members: right.members, conjuncts: ofRight }, bound);
  const clear = emptyRows(left);
  return (frame, next) => () => {
    const met = new Set<Row | undefined>();
    const each = matching(frame, () => {
      met.add(frame.rows[source.slot]);
      return next();
    });
    if (outer(frame, each)()) return true;
    clear(frame);
    return rest(frame, () => !met.has(frame.rows[source.slot]) && next())();
  };
}
