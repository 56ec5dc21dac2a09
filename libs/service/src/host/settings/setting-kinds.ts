import { isCalendarDate } from '@nordgate/contracts/rules';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsIP, IsNotEmpty, Matches, Max, Min, ValidateBy } from 'class-validator';

/*
 * Decorators of settings and of mounted files. A failed check reports one English sentence for the
 * operator, and numbers are read from the text of an environment variable. The fields of bodies and of
 * the bank profile (libs/contracts/src/fields) report a rule of the translated texts and describe a
 * JSON schema. So the two sets have names in common, but only `Optional` is the same check.
 */
export { Optional } from '@nordgate/contracts/http';

/** Several checks as one decorator. Nest has the same, and a command that reads settings need not load it. */
const all =
  (...checks: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const check of checks) check(target, property);
  };

const as = (what: string) => ({ message: `$property has to be ${what}` });

/** A TCP port; 0 means any free port. */
export const Port = (): PropertyDecorator =>
  all(
    Type(() => Number),
    IsInt(as('a whole number')),
    Min(0, as('at least 0')),
    Max(65_535, as('at most 65535')),
  );

/** A whole number of at least this value. */
export const AtLeast = (min: number): PropertyDecorator =>
  all(
    Type(() => Number),
    IsInt(as('a whole number')),
    Min(min, as(`at least ${String(min)}`)),
  );

/** A whole number of at most this value. */
export const AtMost = (max: number): PropertyDecorator => Max(max, as(`at most ${String(max)}`));

/** An IP address to listen on. */
export const ListensOn = (): PropertyDecorator => IsIP(undefined, as('an IP address'));

/** An http address without a path. */
export const Origin = (): PropertyDecorator =>
  Matches(/^https?:\/\/[^\s/?#@]+\/?$/, as('an http address without a path'));

/** An address of a mail server, with a user if it needs one, and without a password. */
export const SmtpAddress = (): PropertyDecorator =>
  Matches(
    /^smtps?:\/\/([^\s/?#@:]+@)?[^\s/?#@:]+(:\d{1,5})?\/?$/,
    as('smtp:// or smtps:// with host and port, without a password'),
  );

/** A name of DNS without a port. Source: RFC 1123, 2.1. */
export const HostName = (): PropertyDecorator =>
  Matches(
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i,
    as('a name of DNS'),
  );

/** Such addresses with commas between them. */
export const OriginList = (): PropertyDecorator =>
  Matches(
    /^https?:\/\/[^\s/?#@,]+\/?(\s*,\s*https?:\/\/[^\s/?#@,]+\/?)*$/,
    as('a list of http addresses without a path, with commas between them'),
  );

/** An http address with or without a path. */
export const HttpAddress = (): PropertyDecorator =>
  Matches(/^https?:\/\/\S+$/, as('an http address'));

export const postgresAddress = /^postgres(ql)?:\/\/\S+$/;

export const PostgresAddress = (): PropertyDecorator =>
  Matches(postgresAddress, as('a postgres:// address'));

/** One of these words. */
export const OneOf = (...words: readonly string[]): PropertyDecorator =>
  IsIn(words, as(words.length < 2 ? words.join() : `one of ${words.join(', ')}`));

export const LogLevel = (): PropertyDecorator =>
  OneOf('trace', 'debug', 'info', 'warn', 'error', 'silent');

/** A file or folder. It is not read here. */
export const Path = (): PropertyDecorator => IsNotEmpty(as('a path'));

/** Any text that is not empty. */
export const Text = (): PropertyDecorator => IsNotEmpty(as('given'));

/** A value that passes a check; `what` names it in the fault. */
export const Checked = (check: (value: unknown) => boolean, what: string): PropertyDecorator =>
  ValidateBy({ name: 'checked', validator: { validate: check } }, as(what));

/** A list of different words, all of them out of these. */
export const ListOf = (...words: readonly string[]): PropertyDecorator =>
  Checked(
    (value) =>
      Array.isArray(value) &&
      new Set(value).size === value.length &&
      value.every((one) => words.includes(one as string)),
    `a list of different words out of ${words.join(', ')}`,
  );

/** Different words with commas between them, all of them out of these. */
export const WordsOf = (...words: readonly string[]): PropertyDecorator =>
  Checked(
    (value) => {
      const given = typeof value === 'string' ? value.split(',') : [''];
      return new Set(given).size === given.length && given.every((one) => words.includes(one));
    },
    `different words out of ${words.join(', ')}, with commas between them`,
  );

/** A day of the calendar, YYYY-MM-DD. */
export const Day = (): PropertyDecorator =>
  Checked((value) => typeof value === 'string' && isCalendarDate(value), 'a day, YYYY-MM-DD');

/** A moment in ISO 8601 with its offset from UTC, e.g. `2026-12-01T12:00:00Z`, so many days ahead at most. */
export const MomentWithin = (days: number): PropertyDecorator =>
  Checked(
    (value) =>
      typeof value === 'string' &&
      moment.test(value) &&
      Date.parse(value) <= Date.now() + days * dayMs,
    `a moment, YYYY-MM-DDThh:mm:ssZ, at most ${String(days)} days ahead`,
  );

const dayMs = 86_400_000;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

const address = String.raw`(\d{1,3}(\.\d{1,3}){3}|[\da-fA-F:.]*:[\da-fA-F:.]*)(\/\d{1,3})?`;

/** IP addresses and networks (`10.0.0.0/8`). */
export const AddressList = (): PropertyDecorator =>
  Matches(
    new RegExp(`^${address}(\\s*,\\s*${address})*$`),
    as('a list of IP addresses and networks, with commas between them'),
  );

const broker = String.raw`(\[[\da-fA-F:]+\]|[\w.-]+):\d{1,5}`;

/** Kafka brokers, each as `host:port`. */
export const BrokerList = (): PropertyDecorator =>
  Matches(
    new RegExp(`^${broker}(\\s*,\\s*${broker})*$`),
    as('a list of host:port, with commas between them'),
  );
