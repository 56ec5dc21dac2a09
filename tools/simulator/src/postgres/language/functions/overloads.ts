import type { TypeName } from '../../values.js';
import { coerce, settled } from '../expressions/coerce.js';
import type { Expr, Of, Unit } from '../expressions/frame.js';
import { constant } from '../expressions/frame.js';
import { isImplicit } from '../types/casts.js';
import { arrayOf, elementOf, isArray } from '../types/type-names.js';

/** What a function takes. */
export interface Signature {
  readonly args: readonly TypeName[];
  readonly isVariadic: boolean;
  readonly names?: readonly string[];
}

/** An argument, with its name where the call has one. */
export interface Argument {
  readonly name: string | undefined;
  readonly expr: Expr;
}

const none = Number.POSITIVE_INFINITY;

/** The function that fits the arguments best; nothing when none does. */
export function bestOf<Candidate extends Signature>(
  candidates: readonly Candidate[],
  args: readonly Argument[],
): Candidate | undefined {
  let best: Candidate | undefined;
  let least = none;
  for (const candidate of candidates) {
    const cost = costOf(candidate, args);
    if (cost < least) [best, least] = [candidate, cost];
  }
  return best;
}

function costOf(candidate: Signature, args: readonly Argument[]): number {
  if (args.some(({ name }) => name !== undefined)) {
    return args.every(({ name }) => candidate.names?.includes(name ?? '')) ? 1 : none;
  }
  const { args: wanted, isVariadic } = candidate;
  const isLong = args.length > wanted.length && isVariadic;
  const isShort = isVariadic && args.length === wanted.length - 1;
  if (args.length !== wanted.length && !isLong && !isShort && !candidate.names) return none;
  return args.reduce((sum, { expr }, at) => {
    const type = wanted[Math.min(at, wanted.length - 1)];
    return sum + (type === undefined ? none : costOfArgument(expr.type, type));
  }, 0);
}

function costOfArgument(given: TypeName, wanted: TypeName): number {
  if (given === wanted) return 0;
  if (wanted === 'any' || wanted === 'anyelement') return 1;
  if (wanted === 'anyarray') return isArray(given) || given === 'unknown' ? 1 : none;
  if (wanted === 'anyrecord') return given.startsWith('record') ? 0 : none;
  if (given === 'unknown') return wanted === 'text' ? 1 : 1.5;
  return isImplicit(given, wanted) ? 2 : none;
}

/** Arguments with the types that the function takes. */
export interface BoundArguments {
  readonly ofs: readonly Of[];
  readonly types: readonly TypeName[];
}

export function bindArguments(
  signature: Signature,
  args: readonly Argument[],
  unit: Unit,
): BoundArguments {
  const given = signature.names ? byName(signature, args) : args.map(({ expr }) => expr);
  const array = given.find(
    (expr, at) => signature.args[at] === 'anyarray' && isArray(expr.type),
  )?.type;
  const element = given.find(
    (expr, at) => signature.args[at] === 'anyelement' && expr.type !== 'unknown',
  )?.type;
  const generic = array ?? (element === undefined ? '_text' : arrayOf(element));
  const exprs = given.map((expr, at) => {
    const wanted = signature.args[Math.min(at, signature.args.length - 1)] ?? 'any';
    if (wanted === 'any' || wanted === 'anyrecord') return settled(expr, unit);
    if (wanted === 'anyarray')
      return signature.isVariadic && expr.type !== 'unknown' ? expr : coerce(expr, generic, unit);
    if (wanted === 'anyelement') return coerce(expr, elementOf(generic), unit);
    return coerce(expr, wanted, unit);
  });
  return { ofs: exprs.map(({ of }) => of), types: exprs.map(({ type }) => type) };
}

/** Arguments by their names; one that is left out is 0. */
function byName(signature: Signature, args: readonly Argument[]): readonly Expr[] {
  return signature.args.map((type, at) => {
    const named = args.find(({ name }) => name === signature.names?.[at]);
    const found = named ?? (args[at]?.name === undefined ? args[at] : undefined);
    return found?.expr ?? constant(0, type);
  });
}

/** The type that a function returns for arguments of these types. */
export function returnType(
  returns: TypeName,
  signature: Signature,
  types: readonly TypeName[],
): TypeName {
  if (returns !== 'anyarray' && returns !== 'anyelement') return returns;
  const array = types[signature.args.indexOf('anyarray')];
  const element = types[signature.args.indexOf('anyelement')];
  const generic = array ?? arrayOf(element ?? 'text');
  return returns === 'anyarray' ? generic : elementOf(generic);
}
