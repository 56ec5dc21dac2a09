import type { TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { coerce, settled } from '../expressions/coerce.js';
import { compile } from '../expressions/compile.js';
import type { Expr, Scope, WindowCall } from '../expressions/frame.js';
import { sortKeys } from '../queries/sorting.js';
import type { Bodies } from '../tree.js';
import { missing } from '../tree.js';
import { keyOf } from '../types/order.js';
import { aggregates } from './aggregates.js';

const ownTypes: Readonly<Record<string, TypeName | undefined>> = {
  row_number: 'int8',
  lag: undefined,
  lead: undefined,
};

export const isWindowFunction = (name: string): boolean => Object.hasOwn(ownTypes, name);

/** The option bits of the default frame: RANGE UNBOUNDED PRECEDING … CURRENT ROW. */
const defaultFrame = 1058;

/** The result of a window function for the row, which the query computes. Throws 42P20. */
export function windowCall(name: string, body: Bodies['FuncCall'], scope: Scope): Expr {
  const sink = scope.windows;
  if (!sink || !body.over)
    throw new SqlError('42P20', `window function ${name} needs an OVER clause`);
  const { over } = body;
  if (over.name || (over.frameOptions ?? defaultFrame) !== defaultFrame)
    throw missing('window with a name or a frame');
  const args = (body.args ?? []).map((arg) => settled(compile(arg, scope), scope.unit));
  const partition = (over.partitionClause ?? []).map((each) =>
    settled(compile(each, scope), scope.unit),
  );
  const { type, results } = windowFunction(
    name,
    args.map((arg) => arg.type),
  );
  const place = scope.layout.computed++;
  sink.calls.push({
    place,
    partition: partition.map(({ of }) => of),
    partitionKey: keyOf(partition.map((expr) => expr.type)),
    order: sortKeys(over.orderClause ?? [], scope),
    args: args.map(
      (arg, at) => (at === 1 && isWindowFunction(name) ? coerce(arg, 'int4', scope.unit) : arg).of,
    ),
    results,
  });
  return { type, of: (frame) => frame.computed[place] ?? null };
}

function windowFunction(
  name: string,
  types: readonly TypeName[],
): { type: TypeName; results: WindowCall['results'] } {
  if (name === 'row_number')
    return { type: 'int8', results: (rows) => rows.map((_row, at) => BigInt(at + 1)) };
  if (name === 'lag' || name === 'lead') {
    const sign = name === 'lag' ? -1 : 1;
    return { type: types[0] ?? 'text', results: (rows) => shifted(rows, sign) };
  }
  const aggregate = aggregates[name]?.(types);
  if (!aggregate) throw missing(`window function ${name}`);
  return {
    type: aggregate.type,
    results: (rows, peers) => {
      const running = aggregate.start();
      let added = 0;
      return peers.map((end) => {
        while (added <= end) running.add(rows[added++] ?? []);
        return running.result();
      });
    },
  };
}

const shifted = (rows: readonly (readonly Value[])[], sign: number): Value[] =>
  rows.map(([, offset = 1, instead = null], at) => {
    const row = rows[at + sign * Number(offset)];
    return row ? (row[0] ?? null) : instead;
  });
