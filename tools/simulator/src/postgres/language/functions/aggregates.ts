import type { Interval, TypeName, Value } from '../../values.js';
import type { Accumulator } from '../expressions/frame.js';
import { missing } from '../tree.js';
import { textOf } from '../types/casts.js';
import { plusInterval } from '../types/interval.js';
import { jsonString } from '../types/json-text.js';
import { jsonbMakerOf, jsonWriterOf } from '../types/json-values.js';
import { compareOf } from '../types/order.js';
import { arrayOf, isRecord } from '../types/type-names.js';

/** An aggregate for arguments of certain types. */
export interface Aggregate {
  readonly type: TypeName;
  readonly start: () => Accumulator;
}

type Make = (types: readonly TypeName[]) => Aggregate;

/** An aggregate that folds the values that are not null, and is null without one. */
function fold(
  type: TypeName,
  act: (sum: Exclude<Value, null>, value: Exclude<Value, null>) => Value,
): Aggregate {
  return {
    type,
    start: () => {
      let sum: Value = null;
      return {
        add: ([value = null]) => {
          if (value !== null) sum = sum === null ? value : act(sum, value);
        },
        result: () => sum,
      };
    },
  };
}

/** An aggregate that collects what it is given, and makes its result of that. Null without a row. */
function collect<T>(
  type: TypeName,
  take: (values: readonly Value[]) => T,
  make: (all: readonly T[]) => Value,
): Aggregate {
  return {
    type,
    start: () => {
      const all: T[] = [];
      return {
        add: (values) => void all.push(take(values)),
        result: () => (all.length === 0 ? null : make(all)),
      };
    },
  };
}

const count: Make = (types) => ({
  type: 'int8',
  start: () => {
    let rows = 0;
    return {
      add: ([value = null]) => {
        if (types.length === 0 || value !== null) rows++;
      },
      result: () => BigInt(rows),
    };
  },
});

const sum: Make = ([type = 'int4']) => {
  if (type === 'interval') return fold(type, (a, b) => plusInterval(a as Interval, b as Interval));
  if (type === 'int2' || type === 'int4')
    return summed(
      'int8',
      (value) => BigInt(value as number),
      (total) => total,
    );
  if (type === 'int8') return summed('numeric', (value) => value as bigint, exactNumber);
  return fold(type, (a, b) => (a as number) + (b as number));
};

function exactNumber(total: bigint): Value {
  if (!Number.isSafeInteger(Number(total))) throw missing('sum beyond 2^53');
  return Number(total);
}

function summed(
  type: TypeName,
  take: (value: Value) => bigint,
  finish: (total: bigint) => Value,
): Aggregate {
  return collect(
    type,
    ([value = null]) => value,
    (all) => {
      const present = all.filter((value) => value !== null);
      return present.length === 0 ? null : finish(present.map(take).reduce((a, b) => a + b, 0n));
    },
  );
}

const extreme =
  (sign: number): Make =>
  ([type = 'text']) => {
    const compare = compareOf(type);
    return fold(type, (best, value) => (sign * compare(value, best) > 0 ? value : best));
  };

const separated = (types: readonly TypeName[]): Aggregate => {
  const write = textOf(types[0] ?? 'text');
  return {
    type: 'text',
    start: () => {
      let text: string | null = null;
      return {
        add: ([value = null, between = null]) => {
          if (value === null) return;
          const part = write(value) as string;
          text = text === null ? part : `${text}${(between as string | null) ?? ''}${part}`;
        },
        result: () => text,
      };
    },
  };
};

const jsonArray: Make = ([type = 'text']) => {
  const write = jsonWriterOf(type);
  const between = isRecord(type) ? ', \n ' : ', ';
  return collect(
    'json',
    ([value = null]) => write(value),
    (all) => `[${all.join(between)}]`,
  );
};

const jsonObject: Make = ([key = 'text', type = 'text']) => {
  const [writeKey, write] = [textOf(key), jsonWriterOf(type)];
  return collect(
    'json',
    ([name = null, value = null]) => {
      if (name === null) throw missing('json_object_agg with a null key');
      return `${jsonString(writeKey(name))} : ${write(value)}`;
    },
    (all) => `{ ${all.join(', ')} }`,
  );
};

const jsonbObject: Make = ([key = 'text', type = 'text']) => {
  const [writeKey, make] = [textOf(key), jsonbMakerOf(type)];
  return collect(
    'jsonb',
    ([name = null, value = null]) =>
      [name === null ? '' : (writeKey(name) as string), make(value)] as const,
    (all) => ({ json: Object.fromEntries(all) as unknown }),
  );
};

/** The aggregates, by name. */
export const aggregates: Readonly<Record<string, Make>> = {
  count,
  sum,
  min: extreme(-1),
  max: extreme(1),
  bool_and: () => fold('bool', (a, b) => a === true && b === true),
  bool_or: () => fold('bool', (a, b) => a === true || b === true),
  array_agg: ([type = 'text']) =>
    collect(
      arrayOf(type),
      ([value = null]) => value,
      (all) => [...all],
    ),
  string_agg: separated,
  json_agg: jsonArray,
  jsonb_agg: ([type = 'text']) => {
    const make = jsonbMakerOf(type);
    return collect(
      'jsonb',
      ([value = null]) => make(value),
      (all) => ({ json: [...all] }),
    );
  },
  json_object_agg: jsonObject,
  jsonb_object_agg: jsonbObject,
};
