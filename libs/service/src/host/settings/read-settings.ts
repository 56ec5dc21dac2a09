import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { SettingsFault } from './settings-fault.js';

/** Environment variables, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the variables that a class of settings declares; its initial values are the
 * defaults, and an empty variable counts as none. Throws SettingsFault with one line per fault.
 */
export function readSettings<Settings extends object>(
  type: new () => Settings,
  env: Environment,
): Settings {
  const given = namesIn(type)
    .map((name) => [name, env[name]] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  const settings = plainToInstance(type, Object.fromEntries(given));
  const faults = faultsOf(settings);
  if (faults.length > 0) throw new SettingsFault(faults.join('\n'));
  return settings;
}

/**
 * Reads and checks an object of a mounted JSON file by the class that describes it. A field that the
 * class does not have is a fault. Throws SettingsFault with one line per fault.
 */
export function readObject<Described extends object>(
  type: new () => Described,
  value: unknown,
): Described {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SettingsFault('it is not an object');
  }
  const names = namesIn(type);
  const described = plainToInstance(type, value);
  const unknown = Object.keys(value)
    .filter((name) => !names.includes(name))
    .map((name) => `there is no field ${name}`);
  const faults = [...faultsOf(described), ...unknown];
  if (faults.length > 0) throw new SettingsFault(faults.join('\n'));
  return described;
}

/** One line per field at fault. */
function faultsOf(instance: object): readonly string[] {
  return validateSync(instance, { validationError: { target: false, value: false } }).map(
    ({ constraints }) => Object.values(constraints ?? {}).join('; '),
  );
}

/** Every field with a rule is a variable, those of the classes above it included. */
function namesIn(type: new () => object): readonly string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}
