import { SqlError } from '../../values.js';
import type { Frame, Rel, RelColumn, Scope } from '../expressions/frame.js';
import type { Bodies, Tree } from '../tree.js';
import { missing, textsOf, tree } from '../tree.js';
import type { Group } from './arrange.js';
import { emptyGroup } from './arrange.js';
import { conjunctsOf, equal, watched } from './conjuncts.js';

/** Adds an item of FROM to the scope and to a group. */
export type AddItem = (node: Tree, scope: Scope, group: Group, isNullable: boolean) => void;

const joins = new Set(['JOIN_INNER', 'JOIN_LEFT', 'JOIN_FULL']);

/** Adds the relations of a join. */
export function addJoin(
  body: Bodies['JoinExpr'],
  scope: Scope,
  group: Group,
  isNullable: boolean,
  addItem: AddItem,
): void {
  const { jointype: type = '' } = body;
  if (body.isNatural || body.alias || !joins.has(type)) throw missing(`this form of ${type}`);
  const isFull = type === 'JOIN_FULL';
  const before = scope.rels.length;
  const left = isFull ? emptyGroup() : group;
  addItem(tree(body.larg), scope, left, isNullable || isFull);
  const lefts = scope.rels.slice(before);
  const right = type === 'JOIN_INNER' ? group : emptyGroup();
  addItem(tree(body.rarg), scope, right, isNullable || type !== 'JOIN_INNER');
  const rights = scope.rels.slice(before + lefts.length);
  const ofRight = [...right.conjuncts];
  const using = textsOf(body.usingClause);
  right.conjuncts.push(...using.map((name) => merged(name, lefts, rights, scope, isFull)));
  if (body.quals) right.conjuncts.push(...conjunctsOf(body.quals, scope));
  if (isFull) group.members.push({ left, right, ofRight });
  else if (type === 'JOIN_LEFT') group.members.push({ right });
}

/** USING: the columns of both sides are equal, and the name stands for the left one; in a full join, for either. */
function merged(
  name: string,
  lefts: readonly Rel[],
  rights: readonly Rel[],
  scope: Scope,
  isFull: boolean,
): Group['conjuncts'][number] {
  const [left, right] = [lefts, rights].map((rels) =>
    rels
      .flatMap(({ columns }) => columns)
      .find((column) => column.name === name && !column.isHidden),
  );
  if (!left || !right) {
    throw new SqlError('42703', `column "${name}" specified in USING clause does not exist`);
  }
  const [one, other] = [left, right].map((column) => watched(scope.layout, () => column.expr));
  if (!one || !other) throw missing('USING');
  right.isHidden = true;
  if (isFull) addEither(left, right, scope);
  return { ...equal(one, other, scope.unit), isVolatile: false };
}

function addEither(left: RelColumn, right: RelColumn, scope: Scope): void {
  left.isHidden = true;
  const { name } = left;
  const either: RelColumn = {
    name,
    get expr() {
      const [a, b] = [left.expr, right.expr];
      return { type: a.type, of: (frame: Frame) => a.of(frame) ?? b.of(frame) };
    },
  };
  scope.rels.unshift({ name: '', columns: [either] });
}
