import { Ajv } from 'ajv';
import { Optional, Description } from '../../base/fields/field.js';
import { frameworkMembersOf, Unsupported } from '../../base/fields/framework.js';
import { objectSchema } from '../../base/fields/object-schema.js';
import type { BodyClass, JsonSchema } from '../../base/fields/object-schema.js';
import { DateText, OneOf, Pattern } from '../../base/fields/values.js';
import { isCalendarDate } from '../../base/rules/days.js';
import { firstFaults } from './fault.js';
import type { Fault } from './fault.js';
import { schemaFaults } from './schema-faults.js';
import type { TextKey } from '../../base/texts/en.js';
import type { TextParams } from '../../base/texts/text-of.js';

/** A class whose fields are the parameters of a query. Each field is a text, as in every query. */
export type ParametersClass = BodyClass;

/** The query of a route without parameters. */
export class NoParameters {}

/** The parameters of accounts and of lists of accounts (Berlin Group framework 1.3). */
export class AccountsParameters {
  @Optional()
  @OneOf(['true', 'false'])
  @Description('Adds the balances. Without the PSU the read counts as a read of balances.')
  withBalance?: 'true' | 'false';
}

/** Most transactions of a page, and the default (specification 8). */
export const transactionsPerPage = 200;

/** Most transactions that a number as `offset` leaves out. Links have no such bound. */
export const skippedTransactionsMax = 10_000;

/** The parameters of transactions (specification 4.4, Berlin Group framework 1.3). */
@Unsupported({ deltaList: 'query.noDelta', entryReferenceFrom: 'query.noDelta' })
export class TransactionsParameters {
  @OneOf(['booked', 'pending', 'both', 'all'])
  @Description('Which transactions; all is the same as both.')
  bookingStatus!: 'booked' | 'pending' | 'both' | 'all';

  @Optional()
  @DateText()
  @Description('The first day; without the PSU at most 90 days ago.')
  dateFrom?: string;

  @Optional()
  @DateText()
  @Description('The last day.')
  dateTo?: string;

  @Optional()
  @Pattern(/^[1-9][0-9]*$/u, 'limit.form')
  @Description(`Transactions of a page: at most, and by default, ${String(transactionsPerPage)}.`)
  limit?: string;

  @Optional()
  @Pattern(/^(?:[0-9]{1,5}|[A-Za-z][A-Za-z0-9_-]{15,511})$/u, 'offset.form')
  @Description(
    'The position that the links next and previous carry, or how many transactions to leave out: ' +
      `at most ${String(skippedTransactionsMax)}.`,
  )
  offset?: string;

  @Optional()
  @OneOf(['true', 'false'])
  @Description('Adds the balances. Without the PSU the read counts as a read of balances, too.')
  withBalance?: 'true' | 'false';
}

/** Most test customers of a page, and the default. */
export const sandboxCustomersPerPage = 1000;

/** The parameters of the list of test customers. */
export class SandboxCustomersParameters {
  @Optional()
  @Pattern(/^(?:[1-9][0-9]{0,2}|1000)$/u, 'limit.ofCustomers')
  @Description(`Customers of a page: at most, and by default, ${String(sandboxCustomersPerPage)}.`)
  limit?: string;

  @Optional()
  @Pattern(/^[0-9]{1,7}$/u, 'offset.ofCustomers')
  @Description('How many customers to leave out.')
  offset?: string;
}

/** Most test agreements of a page, and the default: each has up to 100 engagements. */
export const sandboxAgreementsPerPage = 100;

/** The parameters of the list of test agreements. */
export class SandboxAgreementsParameters {
  @Optional()
  @Pattern(/^(?:[1-9][0-9]?|100)$/u, 'limit.ofAgreements')
  @Description(
    `Agreements of a page: at most, and by default, ${String(sandboxAgreementsPerPage)}.`,
  )
  limit?: string;

  @Optional()
  @Pattern(/^[0-9]{1,7}$/u, 'offset.ofCustomers')
  @Description('How many agreements to leave out.')
  offset?: string;
}

/** The parameters of the creation of a payment. */
export class InitiationParameters {
  @Optional()
  @OneOf(['true', 'false'])
  @Description('Accepted without effect, with a warning: X-Request-ID tells repeats apart.')
  allowLogicalDuplicate?: 'true' | 'false';
}

/** Which header parameters the description of the interface has. */
export type DescribedHeaders = 'all' | 'minimal';

/** The parameters of the description. */
export class DescriptionParameters {
  @Optional()
  @OneOf(['all', 'minimal'])
  @Description(
    'minimal leaves out the header parameters that no request needs, for generated clients. The default is all.',
  )
  headers?: DescribedHeaders;
}

/** Parameters of the framework that change nothing here and are worth a warning. */
const ineffective: readonly (keyof InitiationParameters)[] = ['allowLogicalDuplicate'];

/** Warnings about parameters of a faultless query that change nothing. */
export function queryWarnings(query: string): Fault[] {
  if (query === '') return [];
  const sent = new URLSearchParams(query);
  return ineffective
    .filter((name) => sent.has(name))
    .map((member) => ({
      code: 'FORMAT_ERROR',
      rule: 'member.withoutEffect',
      path: member,
      params: { member },
    }));
}

/**
 * Everything wrong with a query, such as `limit=10&offset=b`: QUERY_PARAMETER_REQUIRED for a missing
 * parameter, FORMAT_ERROR for a malformed, repeated or unknown one (specification §7 has no code for
 * these). Dropping a misspelt filter would answer with more than the TPP asked for. A required parameter
 * under a misspelt name is one fault, not two.
 */
export function queryFaults(parametersClass: ParametersClass, query: string): Fault[] {
  const parameters = objectSchema(parametersClass);
  const sent = new URLSearchParams(query);
  const names = [...new Set(sent.keys())];
  const faults = [
    ...missingOf(parameters, names),
    ...names.flatMap((name) => faultsOf(parametersClass, name, sent.getAll(name))),
  ];
  return firstFaults(faults);
}

function missingOf({ required = [] }: JsonSchema, sent: readonly string[]): Fault[] {
  if (required.length === 0) return [];
  const named = new Set(sent.map((name) => meantName(name, required) ?? name));
  return required
    .filter((name) => !named.has(name))
    .map((parameter) => ({
      code: 'QUERY_PARAMETER_REQUIRED',
      rule: 'query.required',
      path: parameter,
      params: { parameter },
    }));
}

function faultsOf(
  parametersClass: ParametersClass,
  name: string,
  values: readonly string[],
): readonly Fault[] {
  const { properties = {} } = objectSchema(parametersClass);
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (schema === undefined) return [unknownFault(parametersClass, name)];
  if (values.length > 1) return [formatFault(name, 'query.repeated')];
  return ajv.validate(schema, values[0]) ? [] : [malformedFault(parametersClass, name, values[0])];
}

function unknownFault(parametersClass: ParametersClass, name: string): Fault {
  const { unsupported } = frameworkMembersOf(parametersClass);
  const reason = Object.hasOwn(unsupported, name) ? unsupported[name] : undefined;
  if (reason !== undefined) return formatFault(name, reason);
  const parameter = meantName(name, Object.keys(objectSchema(parametersClass).properties ?? {}));
  return parameter === undefined
    ? formatFault(name, 'query.unknown')
    : formatFault(name, 'query.misspelt', { parameter });
}

/** The decorators say what is wrong; only the calendar is not theirs. */
function malformedFault(parametersClass: ParametersClass, name: string, value = ''): Fault {
  const { faults } = schemaFaults(parametersClass, { [name]: value });
  const found = faults.find(({ at }) => at.length === 1 && at[0] === name);
  return found === undefined
    ? formatFault(name, 'date.notInCalendar')
    : formatFault(name, found.rule, { max: skippedTransactionsMax, ...found.params });
}

const formatFault = (path: string, rule: TextKey, params: TextParams = {}): Fault => ({
  code: 'FORMAT_ERROR',
  rule,
  path: shortened(path),
  params,
});

/** The caller chooses names, and they may be huge. */
function shortened(name: string): string {
  return name.length > nameLengthMax ? `${name.slice(0, nameLengthMax).toWellFormed()}…` : name;
}

const nameLengthMax = 64;

const ajv = new Ajv({ strict: true, formats: { date: isCalendarDate } });

/** The longest name that is compared: no parameter is longer, and the comparison is quadratic. */
const comparedLengthMax = 32;

/** A name with so many wrong, missing or added characters is still recognised. */
const slipsMax = 2;

/**
 * The known name that a misspelt one means: the same in another case, or with at most two characters
 * wrong. Undefined for a name that resembles none, and for a name that is known itself.
 */
export function meantName(sent: string, known: readonly string[]): string | undefined {
  if (known.includes(sent) || sent.length > comparedLengthMax) return undefined;
  const lower = sent.toLowerCase();
  return known.find((name) => distance(lower, name.toLowerCase()) <= slipsFor(name));
}

/** Short names resemble everything. */
const slipsFor = (name: string): number => (name.length > 2 * slipsMax ? slipsMax : 0);

/** The edit distance of two short texts (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (character === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
