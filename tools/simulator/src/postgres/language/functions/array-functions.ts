import type { Value } from '../../values.js';
import { missing } from '../tree.js';
import { withNulls, compareOf } from '../types/order.js';
import { writerOf } from '../types/text-out.js';
import { elementOf } from '../types/type-names.js';
import { bound, builtin } from './builtin.js';

const items = (value: Value | undefined): readonly Value[] => value as readonly Value[];

/** The places of a value, counted from 1. */
const positions = (
  array: readonly Value[],
  wanted: Value,
  isSame: (a: Value, b: Value) => boolean,
): number[] => array.flatMap((item, at) => (isSame(item, wanted) ? [at + 1] : []));

function sameness(type: string): (a: Value, b: Value) => boolean {
  const compare = withNulls(compareOf(elementOf(type)));
  return (a, b) => compare(a, b) === 0;
}

export const arrayFunctions = [
  builtin('cardinality(anyarray) int4', ([array]) => items(array).length),
  builtin('array_length(anyarray, int4) int4', ([array, dimension]) => {
    if (dimension !== 1) throw missing('array of arrays');
    return items(array).length === 0 ? null : items(array).length;
  }),
  builtin('array_upper(anyarray, int4) int4', ([array]) => items(array).length || null),
  bound(
    'array_position(anyarray, anyelement) int4',
    ([type = '_text']) => {
      const isSame = sameness(type);
      return ([array, wanted]) =>
        array === null ? null : (positions(items(array), wanted ?? null, isSame)[0] ?? null);
    },
    { isStrict: false },
  ),
  bound(
    'array_positions(anyarray, anyelement) _int4',
    ([type = '_text']) => {
      const isSame = sameness(type);
      return ([array, wanted]) =>
        array === null ? null : positions(items(array), wanted ?? null, isSame);
    },
    { isStrict: false },
  ),
  bound(
    'array_remove(anyarray, anyelement) anyarray',
    ([type = '_text']) => {
      const isSame = sameness(type);
      return ([array, gone]) =>
        array === null ? null : items(array).filter((item) => !isSame(item, gone ?? null));
    },
    { isStrict: false },
  ),
  builtin(
    'array_append(anyarray, anyelement) anyarray',
    ([array, item]) => [...(array === null ? [] : items(array)), item ?? null],
    { isStrict: false },
  ),
  builtin(
    'array_fill(anyelement, _int4) anyarray',
    ([value, sizes]) => {
      if (items(sizes).length !== 1) throw missing('array of arrays');
      return Array.from({ length: Number(items(sizes)[0]) }, () => value ?? null);
    },
    { isStrict: false },
  ),
  bound('array_to_string(anyarray, text) text', ([type = '_text']) => {
    const write = writerOf(elementOf(type));
    return ([array, between]) =>
      items(array)
        .flatMap((item) => (item === null ? [] : [write(item)]))
        .join(between as string);
  }),
];
