import { objectSchema, schemaFaults } from '@nordgate/contracts/fields';
import { textOf } from '@nordgate/contracts/texts';

/** Settings or mounted files that cannot be used. The message has one line per fault. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly string[];

  /** @param faults each names its variable or file, and never repeats a secret */
  constructor(faults: string | readonly string[]) {
    const lines = typeof faults === 'string' ? [faults] : faults;
    super(lines.join('\n'));
    this.faults = lines;
  }
}

/**
 * A read of what a setting names. Throws SettingsError: that of the read, or one with the name of the setting before
 * the message of another error.
 */
export async function namedBy<Value>(setting: string, read: Promise<Value>): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`${setting}: ${(error as Error).message}`);
  }
}

/** The results of several reads, by name. */
type Read<Reads> = { readonly [Name in keyof Reads]: Awaited<Reads[Name]> };

/**
 * Waits for all reads, so that an operator sees every fault at once. Throws SettingsError with the
 * faults of all, or the first other error.
 */
export async function readTogether<Reads extends Readonly<Record<string, unknown>>>(
  reads: Reads,
): Promise<Read<Reads>> {
  const names = Object.keys(reads);
  const results = await Promise.allSettled(names.map((name) => reads[name]));
  const errors = results.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  const settingsErrors = errors.filter((error) => error instanceof SettingsError);
  if (settingsErrors.length < errors.length) {
    throw errors.find((error) => !(error instanceof SettingsError));
  }
  if (settingsErrors.length > 0) {
    throw new SettingsError(settingsErrors.flatMap(({ faults }) => faults));
  }
  const values = results.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  return Object.fromEntries(names.map((name, i) => [name, values[i]])) as Read<Reads>;
}

/** What a field breaks, as `schemaFaults` has it. */
type FieldFault = ReturnType<typeof schemaFaults>['faults'][number];

const sentenceOf = (fault: FieldFault): string => textOf(fault, 'en');

/** An object as its class describes it, or one line per fault. */
export type ReadObject<Described> =
  | { readonly value: Described }
  | { readonly faults: readonly string[] };

/**
 * Reads and checks an object of a mounted JSON file by the class that describes it. A field that the class does
 * not have is a fault. A line has the place in the object and never the value.
 */
export function readObject<Described extends object>(
  type: new () => Described,
  object: unknown,
): ReadObject<Described> {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    return { faults: ['it is not an object'] };
  }
  const { instance, faults } = schemaFaults(type, object);
  if (faults.length === 0) return { value: instance as Described };
  return { faults: faults.map((one) => `${one.at.join('/')}: ${sentenceOf(one)}`) };
}

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the variables that a class of settings declares. Its initial values are the
 * defaults, and an empty variable counts as not set. Throws SettingsError with one line per fault.
 */
export function readSettings<Settings extends object>(
  type: new () => Settings,
  env: Environment,
): Settings {
  const given = valuesOf(type, env);
  const { instance, faults } = schemaFaults(type, given);
  if (faults.length === 0) return instance as Settings;
  const missing = faults.filter(({ rule }) => rule === 'member.required');
  // What a missing variable has to be is what the empty text is not.
  const empty = Object.fromEntries(missing.map(({ at: [name] }) => [String(name), '']));
  const wanted = schemaFaults(type, { ...given, ...empty }).faults;
  throw new SettingsError(
    faults.map((fault) => {
      const [name] = fault.at;
      const state = missing.includes(fault) ? ' is not set' : '';
      return `${String(name)}${state}: ${sentenceOf(wanted.find(({ at }) => at[0] === name) ?? fault)}`;
    }),
  );
}

/** The variables that are set, and numbers in place of the texts of numbers. */
function valuesOf(type: new () => object, env: Environment): Readonly<Record<string, unknown>> {
  const { properties = {} } = objectSchema(type);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type: kind }]) => {
      const text = env[name];
      if (text === undefined || text === '') return [];
      return [[name, kind === 'integer' ? wholeNumberIn(text) : text]];
    }),
  );
}

/** The number that a text spells; NaN for one that spells no whole number. */
const wholeNumberIn = (text: string): number => (/^-?\d+$/u.test(text) ? Number(text) : NaN);
