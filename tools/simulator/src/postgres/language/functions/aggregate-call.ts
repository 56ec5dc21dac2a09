import { SqlError } from '../../values.js';
import { settled } from '../expressions/coerce.js';
import { compile, condition } from '../expressions/compile.js';
import type { Expr, Scope } from '../expressions/frame.js';
import { sortKeys } from '../queries/sorting.js';
import type { Bodies } from '../tree.js';
import { keyOf } from '../types/order.js';
import { aggregates } from './aggregates.js';

export const isAggregate = (name: string): boolean => Object.hasOwn(aggregates, name);

/** The result of an aggregate over the rows of the group, which the query computes. Throws 42803. */
export function aggregateCall(name: string, body: Bodies['FuncCall'], scope: Scope): Expr {
  const sink = scope.aggregates;
  if (!sink) throw new SqlError('42803', `aggregate functions are not allowed here: ${name}`);
  // An aggregate has no aggregate in its arguments.
  scope.aggregates = undefined;
  try {
    const args = (body.args ?? []).map((arg) => settled(compile(arg, scope), scope.unit));
    const types = args.map(({ type }) => type);
    const aggregate = aggregates[name]?.(types);
    if (!aggregate) throw new SqlError('42883', `aggregate ${name} does not exist`);
    const place = scope.layout.computed++;
    sink.calls.push({
      place,
      args: args.map(({ of }) => of),
      start: aggregate.start,
      filter: body.agg_filter ? condition(body.agg_filter, scope) : undefined,
      order: sortKeys(body.agg_order ?? [], scope),
      distinct: body.agg_distinct ? keyOf(types) : undefined,
    });
    return { type: aggregate.type, of: (frame) => frame.computed[place] ?? null };
  } finally {
    scope.aggregates = sink;
  }
}
