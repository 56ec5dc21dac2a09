import type { Row, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { missing } from '../tree.js';
import type { Activation, RoutineScope, Signal, Step } from './activation.js';
import { setVariable, targetOf } from './activation.js';
import { isHandled } from './conditions.js';
import { expression, routineQuery, store } from './pl-expressions.js';
import type {
  PlBlock,
  PlForInteger,
  PlForQuery,
  PlIf,
  PlLoop,
  PlStatement,
} from './plpgsql-tree.js';

/** BEGIN … EXCEPTION … END. */
export function block(body: PlBlock, routine: RoutineScope): Step {
  const run = routine.statements(body.body, routine);
  const handlers = body.exceptions?.PLpgSQL_exception_block.exc_list.map(
    ({ PLpgSQL_exception: { conditions, action } }) => ({
      names: conditions.map(({ PLpgSQL_condition: { condname } }) => condname),
      run: routine.statements(action, routine),
    }),
  );
  if (!handlers) return labelled(body.label, run);
  return labelled(body.label, (at) => {
    const returned = at.rows.length;
    try {
      return at.storage.undoable(() => run(at));
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      const handler = handlers.find(({ names }) =>
        names.some((name) => isHandled(name, error.code)),
      );
      if (!handler) throw error;
      at.rows.length = returned;
      return handled(at, error, routine, handler.run);
    }
  });
}

function handled(at: Activation, error: SqlError, routine: RoutineScope, run: Step): Signal {
  const before = at.error;
  at.error = error;
  const state = { sqlstate: error.code, sqlerrm: error.message };
  for (const [name, value] of Object.entries(state)) {
    const variable = routine.names.get(name);
    if (variable) setVariable(at, variable, value);
  }
  const signal = run(at);
  at.error = before;
  return signal;
}

/** EXIT with the label of a block leaves the block. */
function labelled(label: string | undefined, run: Step): Step {
  if (label === undefined) return run;
  return (at) => {
    const signal = run(at);
    return typeof signal === 'object' && signal.kind === 'exit' && signal.label === label
      ? undefined
      : signal;
  };
}

export function conditional(body: PlIf, routine: RoutineScope): Step {
  const branches = [
    { cond: body.cond, stmts: body.then_body },
    ...(body.elsif_list ?? []).map(({ PLpgSQL_if_elsif }) => PLpgSQL_if_elsif),
  ].map(({ cond, stmts }) => ({
    test: expression(cond, 'bool', routine),
    run: routine.statements(stmts, routine),
  }));
  const otherwise = routine.statements(body.else_body, routine);
  return (at) => {
    for (const { test, run } of branches) if (test(at) === true) return run(at);
    return otherwise(at);
  };
}

/** A loop without end is a mistake. */
const roundsMax = 1_000_000;

/** What a loop does after a round: go on, or end with a signal for what is around it. */
function afterRound(
  signal: Signal,
  label: string | undefined,
): { readonly ends: boolean; readonly signal: Signal } {
  if (signal === undefined) return { ends: false, signal };
  if (signal === 'return') return { ends: true, signal };
  const isOwn = signal.label === undefined || signal.label === label;
  if (!isOwn) return { ends: true, signal };
  return { ends: signal.kind === 'exit', signal: undefined };
}

/** LOOP and WHILE. */
export function loop(body: PlLoop, routine: RoutineScope): Step {
  const test = body.cond && expression(body.cond, 'bool', routine);
  const run = routine.statements(body.body, routine);
  return (at) => {
    for (let round = 0; !test || test(at) === true; round++) {
      if (round >= roundsMax) throw missing('loop of so many rounds');
      const { ends, signal } = afterRound(run(at), body.label);
      if (ends) return signal;
    }
    return undefined;
  };
}

function within<T>(
  routine: RoutineScope,
  name: string,
  variable: ReturnType<RoutineScope['names']['get']>,
  act: () => T,
): T {
  const before = routine.names.get(name);
  if (variable) routine.names.set(name, variable);
  try {
    return act();
  } finally {
    if (before) routine.names.set(name, before);
  }
}

/** FOR over integers. */
export function forInteger(body: PlForInteger, routine: RoutineScope): Step {
  const [lower, upper] = [
    expression(body.lower, 'int4', routine),
    expression(body.upper, 'int4', routine),
  ];
  const by = body.step ? expression(body.step, 'int4', routine) : () => 1;
  const target = targetOf(routine, body.var);
  if (target.kind !== 'variable') throw missing('FOR over integers into a row');
  const { variable } = target;
  const run = within(routine, variable.name, variable, () =>
    routine.statements(body.body, routine),
  );
  return (at) => {
    const [from, to, size] = [lower(at), upper(at), by(at)].map(Number) as [number, number, number];
    const step = body.reverse ? -size : size;
    for (let value = from; step > 0 ? value <= to : value >= to; value += step) {
      setVariable(at, variable, value);
      const { ends, signal } = afterRound(run(at), body.label);
      if (ends) return signal;
    }
    return undefined;
  };
}

/** FOR over the rows of a query, all of which are read before the first round. */
export function forQuery(body: PlForQuery, routine: RoutineScope): Step {
  const source = routineQuery(body.query, routine);
  const put = store(targetOf(routine, body.var), source.query);
  const run = routine.statements(body.body, routine);
  return (at) => {
    const rows: readonly Row[] = source.run(at).rows;
    let ended: Signal;
    for (const row of rows) {
      put(at, row);
      const { ends, signal } = afterRound(run(at), body.label);
      ended = signal;
      if (ends) break;
    }
    at.run.variables[routine.foundAt] = rows.length > 0;
    return ended;
  };
}

export function exit(
  body: NonNullable<PlStatement['PLpgSQL_stmt_exit']>,
  routine: RoutineScope,
): Step {
  const test: (at: Activation) => Value = body.cond
    ? expression(body.cond, 'bool', routine)
    : () => true;
  const signal: Signal = { kind: body.is_exit ? 'exit' : 'continue', label: body.label };
  return (at) => (test(at) === true ? signal : undefined);
}
