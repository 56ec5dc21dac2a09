import { headerFaults } from '../access/check-headers.js';
import { headerRules } from '../access/header-rules.js';
import { headerSchemas } from '../access/header-schemas.js';
import type { HeaderSchema } from '../access/header-schemas.js';
import type { Operation } from '../access/operation.js';

/** A header of a request as the description has it. */
export interface HeaderParameter {
  readonly name: string;
  readonly in: 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: HeaderSchema;
}

/** OpenAPI leaves Accept to the media types of answers, and Host is HTTP's own. */
const leftOut = new Set(['Accept', 'Host']);

/** The headers of an operation, in the order of specification 4.3; which it needs is asked of the checks. */
export function headerParameters(operation: Operation): HeaderParameter[] {
  const demanded = situations.map(({ says, headers }) => ({
    says,
    names: demandedWith(headers, operation),
  }));
  return headerRules
    .filter(({ name }) => !leftOut.has(name))
    .map(({ name, key }) => {
      const where = demanded.filter(({ names }) => names.has(key)).map(({ says }) => says);
      const required = where.length === situations.length;
      const sometimes = where.length > 0 && !required;
      return {
        name,
        in: 'header',
        required,
        ...(sometimes ? { description: `Required ${where.join(', or ')}.` } : {}),
        schema: headerSchemas[name] ?? { type: 'string' },
      };
    });
}

const uuid = headerSchemas['PSU-ID']?.examples?.[0] ?? '';

/** Requests that between them tell when a header is demanded. */
const situations: readonly {
  readonly says: string;
  readonly headers: Readonly<Record<string, string>>;
}[] = [
  { says: 'without PSU-ID and PSU-Context', headers: {} },
  { says: 'with PSU-Context alone', headers: { 'psu-context': 'PRIVATE' } },
  { says: 'with PSU-ID', headers: { 'psu-id': uuid } },
  {
    says: 'with PSU-ID and PSU-Context CORPORATE',
    headers: { 'psu-id': uuid, 'psu-context': 'CORPORATE' },
  },
];

function demandedWith(
  headers: Readonly<Record<string, string>>,
  operation: Operation,
): ReadonlySet<string> {
  const faults = headerFaults((name) => headers[name], operation, 'production');
  const missing = faults
    .filter(({ code }) => code === 'HTTP_HEADER_REQUIRED')
    .map(({ path }) => path.toLowerCase());
  return new Set([...missing, ...Object.keys(headers), ...ofTheSignature(operation)]);
}

/** What the verify chain demands before any table is read (`libs/signature`). */
function ofTheSignature({ digestRequired }: Operation): string[] {
  const always = ['date', 'signature', 'tpp-signature-certificate'];
  return digestRequired === true ? [...always, 'digest'] : always;
}
