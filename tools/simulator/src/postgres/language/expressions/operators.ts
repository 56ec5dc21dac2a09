import type { TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { arithmetic } from '../types/arithmetic.js';
import type { Operation } from '../types/operation.js';
import { jsonOperator } from '../types/json-operators.js';
import { likeMatcher, regexMatcher } from '../types/patterns.js';
import { compareOf, equalOf } from '../types/order.js';
import { textOf } from '../types/casts.js';
import { arrayOf, commonType, elementOf, isArray, isText } from '../types/type-names.js';
import { coerce, strict2 } from './coerce.js';
import type { Expr, Of, Unit } from './frame.js';

type Present = Exclude<Value, null>;

const undefinedOperator = (name: string, left: TypeName, right: TypeName): SqlError =>
  new SqlError('42883', `operator does not exist: ${left} ${name} ${right}`);

/** The expression `left name right`. Throws 42883. */
export function operate(name: string, left: Expr, right: Expr, unit: Unit): Expr {
  const [a, b] = operands(name, left, right, unit);
  const operation = operationOf(name, a.type, b.type);
  if (!operation) throw undefinedOperator(name, a.type, b.type);
  return { type: operation.type, of: strict2(a.of, b.of, operation.act) };
}

const comparisons = new Set(['=', '<>', '<', '<=', '>', '>=']);
const patterns = new Set(['~~', '!~~', '~~*', '!~~*', '~', '!~', '~*', '!~*']);
const documents = new Set(['->', '->>', '#>', '#>>', '?', '@>', '<@', '-', '?|', '?&', '#-']);

/** The operands with the types that the operator takes. */
function operands(name: string, left: Expr, right: Expr, unit: Unit): readonly [Expr, Expr] {
  if (comparisons.has(name)) return common(name, left, right, unit);
  if (patterns.has(name)) return [coerce(left, 'text', unit), coerce(right, 'text', unit)];
  if (isDocument(left.type) && documents.has(name))
    return [left, documentOperand(name, left, right, unit)];
  if (name === '||') return joined(left, right, unit);
  if (isArray(left.type) && isArray(right.type)) return common(name, left, right, unit);
  if (left.type === 'unknown' && right.type === 'unknown') {
    throw new SqlError('42725', `operator is not unique: unknown ${name} unknown`);
  }
  if (left.type === 'unknown') return [coerce(left, right.type, unit), right];
  if (right.type === 'unknown') return [left, coerce(right, left.type, unit)];
  return [left, right];
}

const isDocument = (type: TypeName): boolean => type === 'json' || type === 'jsonb';

/** Both operands in the type in which they are compared. */
export function common(name: string, left: Expr, right: Expr, unit: Unit): readonly [Expr, Expr] {
  const type = commonType(left.type, right.type);
  if (type === undefined) throw undefinedOperator(name, left.type, right.type);
  const settled = type === 'unknown' ? 'text' : type;
  return [coerce(left, settled, unit), coerce(right, settled, unit)];
}

function documentOperand(name: string, left: Expr, right: Expr, unit: Unit): Expr {
  if (right.type !== 'unknown') return right;
  const isPath = name.startsWith('#') || name === '?|' || name === '?&';
  return coerce(right, isPath ? '_text' : name.includes('@') ? left.type : 'text', unit);
}

function joined(left: Expr, right: Expr, unit: Unit): readonly [Expr, Expr] {
  if (isArray(left.type)) return [left, ofArray(left.type, right, unit)];
  if (isArray(right.type)) return [ofArray(right.type, left, unit), right];
  if (left.type === 'jsonb') return [left, coerce(right, 'jsonb', unit)];
  if (right.type === 'jsonb') return [coerce(left, 'jsonb', unit), right];
  return [asText(left, unit), asText(right, unit)];
}

/** An operand beside an array: an array or an element of it. */
function ofArray(type: TypeName, expr: Expr, unit: Unit): Expr {
  if (expr.type === 'unknown' || isArray(expr.type)) return coerce(expr, type, unit);
  return coerce(expr, elementOf(type), unit);
}

/** `||` takes a value of any type beside a text, and writes it as a cast would. */
function asText(expr: Expr, unit: Unit): Expr {
  if (expr.type === 'unknown') return coerce(expr, 'text', unit);
  if (isText(expr.type)) return expr;
  return coerce(expr, 'text', unit, 'explicit');
}

function operationOf(name: string, left: TypeName, right: TypeName): Operation | undefined {
  if (comparisons.has(name)) return comparison(name, left);
  if (patterns.has(name)) return pattern(name);
  if (isDocument(left) && documents.has(name)) return jsonOperator(name, left, right);
  if (name === '||') return join(left, right);
  if (isArray(left) && isArray(right)) return arrayOperation(name, left);
  return arithmetic(name, left, right);
}

/** A comparison of two values of one type. */
export function comparison(name: string, type: TypeName): Operation {
  if (name === '=' || name === '<>') {
    const equal = equalOf(type);
    return { type: 'bool', act: name === '=' ? equal : (a, b) => !equal(a, b) };
  }
  const compare = compareOf(type);
  const tests: Readonly<Record<string, (a: Present, b: Present) => boolean>> = {
    '<': (a, b) => compare(a, b) < 0,
    '<=': (a, b) => compare(a, b) <= 0,
    '>': (a, b) => compare(a, b) > 0,
    '>=': (a, b) => compare(a, b) >= 0,
  };
  return { type: 'bool', act: tests[name] ?? (() => false) };
}

function pattern(name: string): Operation {
  const isNegated = name.startsWith('!');
  const plain = isNegated ? name.slice(1) : name;
  const matcher = plain.startsWith('~~') ? likeMatcher : regexMatcher;
  const ignoresCase = plain.endsWith('*');
  const act = (text: Present, source: Present): boolean =>
    matcher(source as string, ignoresCase)(text as string) !== isNegated;
  return { type: 'bool', act };
}

function join(left: TypeName, right: TypeName): Operation | undefined {
  if (isArray(left) && isArray(right)) {
    return { type: left, act: (a, b) => [...(a as Value[]), ...(b as Value[])] };
  }
  if (isArray(left)) return { type: left, act: (a, b) => [...(a as Value[]), b] };
  if (isArray(right)) return { type: arrayOf(left), act: (a, b) => [a, ...(b as Value[])] };
  if (left === 'jsonb') return jsonOperator('||', left, right);
  const [one, other] = [textOf(left), textOf(right)];
  return { type: 'text', act: (a, b) => `${one(a) as string}${other(b) as string}` };
}

function arrayOperation(name: string, type: TypeName): Operation | undefined {
  const equal = equalOf(elementOf(type));
  const has = (all: Present, item: Value): boolean =>
    item !== null && (all as Value[]).some((each) => each !== null && equal(each, item));
  if (name === '@>')
    return { type: 'bool', act: (a, b) => (b as Value[]).every((item) => has(a, item)) };
  if (name === '<@')
    return { type: 'bool', act: (a, b) => (a as Value[]).every((item) => has(b, item)) };
  if (name === '&&')
    return { type: 'bool', act: (a, b) => (a as Value[]).some((item) => has(b, item)) };
  return undefined;
}

/** `left = any (array)`, and the same for other operators and ALL. */
export function overArray(name: string, left: Expr, right: Expr, isAny: boolean, unit: Unit): Expr {
  const array =
    right.type === 'unknown'
      ? coerce(right, arrayOf(left.type === 'unknown' ? 'text' : left.type), unit)
      : right;
  if (!isArray(array.type))
    throw new SqlError('42809', 'op ANY/ALL (array) requires array on right side');
  const element: Expr = { type: elementOf(array.type), of: () => null };
  const [a, b] = operands(name, left, element, unit);
  const items = b.type === element.type ? array : coerce(array, arrayOf(b.type), unit, 'explicit');
  const operation = operationOf(name, a.type, b.type);
  if (!operation) throw undefinedOperator(name, a.type, b.type);
  return { type: 'bool', of: quantified(a.of, items.of, operation.act, isAny) };
}

function quantified(left: Of, array: Of, act: Operation['act'], isAny: boolean): Of {
  return (frame) => {
    const items = array(frame) as readonly Value[] | null;
    if (items === null) return null;
    const value = left(frame);
    return anyOrAll(value, items, act, isAny);
  };
}

/** Whether a value fulfils an operator with any or all of some values, with nulls as SQL has them. */
export function anyOrAll(
  value: Value,
  items: Iterable<Value>,
  act: Operation['act'],
  isAny: boolean,
): Value {
  let hasNull = false;
  for (const item of items) {
    const answer = value === null || item === null ? null : act(value, item);
    if (answer === isAny) return isAny;
    if (answer === null) hasNull = true;
  }
  return hasNull ? null : !isAny;
}
