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
  const faults = validateSync(settings, { validationError: { target: false, value: false } });
  if (faults.length > 0) {
    const lines = faults.map(({ constraints }) => Object.values(constraints ?? {}).join('; '));
    throw new SettingsFault(lines.join('\n'));
  }
  return settings;
}

/** Every field with a rule is a variable, those of the classes above it included. */
function namesIn(type: new () => object): readonly string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}
