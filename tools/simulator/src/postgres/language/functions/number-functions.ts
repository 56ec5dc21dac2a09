import type { Value } from '../../values.js';
import { builtin } from './builtin.js';
import { hashTextExtended } from './hash.js';

const number = (value: Value | undefined): number => value as number;
const big = (value: Value | undefined): bigint => value as bigint;

const roundHalfAway = (value: number, digits: number): number => {
  const scale = 10 ** digits;
  return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale;
};

export const numberFunctions = [
  builtin('abs(int4) int4', ([value]) => Math.abs(number(value))),
  builtin('abs(int8) int8', ([value]) => (big(value) < 0n ? -big(value) : big(value))),
  builtin('abs(float8) float8', ([value]) => Math.abs(number(value))),
  builtin('floor(float8) float8', ([value]) => Math.floor(number(value))),
  builtin('ceil(float8) float8', ([value]) => Math.ceil(number(value))),
  builtin('round(numeric) numeric', ([value]) => roundHalfAway(number(value), 0)),
  builtin('mod(int4, int4) int4', ([a, b]) => number(a) % number(b)),
  builtin('mod(int8, int8) int8', ([a, b]) => big(a) % big(b)),
  builtin('to_hex(int4) text', ([value]) => (number(value) >>> 0).toString(16)),
  builtin('to_hex(int8) text', ([value]) => BigInt.asUintN(64, big(value)).toString(16)),
  builtin('hashtextextended(text, int8) int8', ([text, seed]) =>
    hashTextExtended(text as string, big(seed)),
  ),
];
