import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync, getMetadataStorage } from 'class-validator';

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

/** An object as its class describes it, or one line per fault. */
export type ReadObject<Described> =
  | { readonly value: Described }
  | { readonly faults: readonly string[] };

/**
 * Reads and checks an object of a mounted JSON file by the class that describes it, with the same
 * decorators as settings. A field that the class does not have is a fault.
 */
export function readObject<Described extends object>(
  type: new () => Described,
  object: unknown,
): ReadObject<Described> {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    return { faults: ['it is not an object'] };
  }
  const value = plainToInstance(type, object);
  const faults = validateSync(value, {
    whitelist: true,
    forbidNonWhitelisted: true,
    validationError: { target: false, value: false },
  }).map(({ constraints }) => Object.values(constraints ?? {}).join('; '));
  return faults.length > 0 ? { faults } : { value };
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
  const given = namesIn(type)
    .map((name) => [name, env[name]] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  const settings = plainToInstance(type, Object.fromEntries(given));
  const errors = validateSync(settings, { validationError: { target: false, value: false } });
  if (errors.length > 0) {
    throw new SettingsError(
      errors.map(({ constraints }) => Object.values(constraints ?? {}).join('; ')),
    );
  }
  return settings;
}

/** The variables: every field with a rule, also those of base classes. */
function namesIn(type: new () => object): readonly string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}
