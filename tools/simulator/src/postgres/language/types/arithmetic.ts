import type { Interval, TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import type { Operation } from './operation.js';
import { checkedBig, checkedInteger } from './casts.js';
import { addInterval, dateMicros, dateText, microsPerDay } from './date-time.js';
import { between, plusInterval, scaleInterval } from './interval.js';
import { numberRank } from './type-names.js';

type Present = Exclude<Value, null>;
type Act = Operation['act'];

const byZero = (): SqlError => new SqlError('22012', 'division by zero');

/** The operation of an operator of arithmetic on numbers or times; nothing when PostgreSQL has none. */
export function arithmetic(name: string, left: TypeName, right: TypeName): Operation | undefined {
  const [a, b] = [numberRank(left), numberRank(right)];
  if (a >= 0 && b >= 0) return onNumbers(name, a > b ? left : right);
  return (
    temporal[`${left} ${name} ${b >= 0 && left === 'interval' ? 'float8' : right}`] ??
    scaled(name, a, right)
  );
}

function scaled(name: string, rank: number, right: TypeName): Operation | undefined {
  if (rank < 0 || right !== 'interval' || name !== '*') return undefined;
  return { type: 'interval', act: (a, b) => scaleInterval(b as Interval, Number(a)) };
}

function onNumbers(name: string, type: TypeName): Operation | undefined {
  if (type === 'int8') return big(name);
  const act =
    type === 'float8' || type === 'float4' || type === 'numeric'
      ? reals[name]
      : integers(name, type);
  return act && { type, act };
}

const reals: Readonly<Record<string, Act>> = {
  '+': (a, b) => Number(a) + Number(b),
  '-': (a, b) => Number(a) - Number(b),
  '*': (a, b) => Number(a) * Number(b),
  '/': (a, b) => {
    if (Number(b) === 0) throw byZero();
    return Number(a) / Number(b);
  },
  '%': (a, b) => {
    if (Number(b) === 0) throw byZero();
    return Number(a) % Number(b);
  },
};

function integers(name: string, type: TypeName): Act | undefined {
  const act = reals[name];
  return act && ((a, b) => checkedInteger(Math.trunc(act(a, b) as number) + 0, type));
}

const bigs: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

const asBig = (value: Present): bigint => BigInt(value as number | bigint);

function big(name: string): Operation | undefined {
  const act = bigs[name];
  if (!act) return undefined;
  const divides = name === '/' || name === '%';
  return {
    type: 'int8',
    act: (a, b) => {
      const divisor = asBig(b);
      if (divides && divisor === 0n) throw byZero();
      return checkedBig(act(asBig(a), divisor));
    },
  };
}

const moved =
  (sign: bigint): Act =>
  (a, b) =>
    addInterval(a as bigint, b as Interval, sign);

const day =
  (sign: bigint): Act =>
  (a, b) =>
    dateText(dateMicros(a as string) + sign * BigInt(b as number) * microsPerDay);

const dated =
  (sign: bigint): Act =>
  (a, b) =>
    addInterval(dateMicros(a as string), b as Interval, sign);

const swapped =
  (act: Act): Act =>
  (a, b) =>
    act(b, a);

const apart: Act = (a, b) => between((a as bigint) - (b as bigint));

const temporal: Readonly<Record<string, Operation>> = {
  'timestamptz + interval': { type: 'timestamptz', act: moved(1n) },
  'interval + timestamptz': { type: 'timestamptz', act: swapped(moved(1n)) },
  'timestamptz - interval': { type: 'timestamptz', act: moved(-1n) },
  'timestamp + interval': { type: 'timestamp', act: moved(1n) },
  'timestamp - interval': { type: 'timestamp', act: moved(-1n) },
  'timestamptz - timestamptz': { type: 'interval', act: apart },
  'timestamp - timestamp': { type: 'interval', act: apart },
  'date + int4': { type: 'date', act: day(1n) },
  'date - int4': { type: 'date', act: day(-1n) },
  'int4 + date': { type: 'date', act: swapped(day(1n)) },
  'date - date': {
    type: 'int4',
    act: (a, b) => Number((dateMicros(a as string) - dateMicros(b as string)) / microsPerDay),
  },
  'date + interval': { type: 'timestamp', act: dated(1n) },
  'date - interval': { type: 'timestamp', act: dated(-1n) },
  'interval + interval': {
    type: 'interval',
    act: (a, b) => plusInterval(a as Interval, b as Interval),
  },
  'interval - interval': {
    type: 'interval',
    act: (a, b) => plusInterval(a as Interval, b as Interval, -1),
  },
  'interval * float8': {
    type: 'interval',
    act: (a, b) => scaleInterval(a as Interval, Number(b)),
  },
  'interval / float8': {
    type: 'interval',
    act: (a, b) => {
      if (Number(b) === 0) throw byZero();
      return scaleInterval(a as Interval, 1 / Number(b));
    },
  },
};
