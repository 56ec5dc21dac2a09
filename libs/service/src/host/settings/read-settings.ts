import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { SettingsError } from './settings-error.js';

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
