import type { TypeName, Value } from '../../values.js';
import type { Frame } from '../expressions/frame.js';

export type Call = (values: readonly Value[], frame: Frame) => Value;

/** A function of PostgreSQL. */
export interface Builtin {
  readonly name: string;
  readonly args: readonly TypeName[];
  /** The last argument may come any number of times. */
  readonly isVariadic: boolean;
  readonly returns: TypeName;
  /** Names of the arguments; one that a call leaves out is 0. */
  readonly names?: readonly string[];
  /** The result is null when an argument is. */
  readonly isStrict: boolean;
  readonly isVolatile: boolean;
  /** The function for arguments of these types. */
  readonly bind: (types: readonly TypeName[]) => Call;
}

type Options = Partial<Pick<Builtin, 'names' | 'isStrict' | 'isVolatile'>>;

/** A function by its signature, such as `left(text, int4) text` or `concat(...any) text`. */
export function builtin(signature: string, call: Call, options: Options = {}): Builtin {
  return bound(signature, () => call, options);
}

/** A function whose behaviour depends on the types of its arguments. */
export function bound(signature: string, bind: Builtin['bind'], options: Options = {}): Builtin {
  const [, name = '', list = '', returns = ''] = /^(\w+)\((.*)\) (\w+)$/.exec(signature) ?? [];
  const args = list
    .split(',')
    .map((arg) => arg.trim())
    .filter((arg) => arg !== '');
  const isVariadic = args.at(-1)?.startsWith('...') ?? false;
  return {
    name,
    args: args.map((arg) => arg.replace('...', '')),
    isVariadic,
    returns,
    isStrict: true,
    isVolatile: false,
    bind,
    ...options,
  };
}
