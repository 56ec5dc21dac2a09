import { objectSchema } from '@nordgate/contracts/fields';
import type { TextSchema } from '@nordgate/contracts/fields';
import type { DescribedHeaders } from '@nordgate/contracts/http';
import { headerTable, headerValuesOf, isRequired } from '../request/header-table.js';
import type { HeaderRow } from '../request/header-table.js';
import type { RouteDescription, Schema } from '../request/route.decorator.js';
import type { RouteRequirements } from '../request/route-requirements.js';
import { firstContactOf, isOfPsu, knownPsuHeaders, needOf } from './psu-cases.js';

/** A header of a request as the description has it. */
export interface HeaderParameter {
  readonly name: string;
  readonly in: 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: TextSchema;
}

/** OpenAPI describes Accept by the media types of answers, and Host belongs to HTTP. */
const leftOut = new Set(['Accept', 'Host']);

/** Headers that no request has to have, and that change answers nevertheless. */
const deciding = new Set(['Accept-Language', 'PSU-Context', 'TPP-Nok-Redirect-URI']);

/** The headers that the description without those nobody needs has. */
const isNeeded = ({ name, required }: HeaderRow) => required !== undefined || deciding.has(name);

const describedRows = headerTable.filter(
  ({ name, isCheckedBefore }) => !leftOut.has(name) && isCheckedBefore !== true,
);

const [psuIdRow] = headerTable.filter(({ name }) => name === 'PSU-ID') as [HeaderRow];

/** The headers that the description with minimal headers leaves out. */
export const headersWithoutNeed: readonly string[] = describedRows
  .filter((row) => !isNeeded(row))
  .map(({ name }) => name);

/** The headers that the signer of a request to this route writes: arguments of no client. */
export function filledBySigner(route: RouteRequirements): string[] {
  return headerTable
    .filter((row) => row.isCheckedBefore === true && isRequired(row, route, () => undefined))
    .map(({ name }) => name);
}

/**
 * The header parameters of a route, from the table of headers and in its order, without those that a
 * signer fills: the security schemes describe them.
 */
export function headerParameters(
  route: RouteRequirements,
  headers: DescribedHeaders,
): HeaderParameter[] {
  return describedRows
    .filter(({ isWithoutEffect }) => isWithoutEffect !== true || route.kind === 'initiation')
    .filter(
      (row) => headers === 'all' || (isNeeded(row) && !(route.kind === 'service' && isOfPsu(row))),
    )
    .map((row) => {
      const { required, sentence } = needOf(row, route, psuIdRow);
      const text = requestHeaderTexts[row.name] ?? '';
      return {
        name: row.name,
        in: 'header',
        required,
        description: sentence === '' ? text : `${text} ${sentence}`,
        schema: row.form.schema,
      };
    });
}

/** Operations with which a TPP meets a PSU: their samples do not know the PSU yet. */
const firstCalls = new Set(['getUser', 'askConsent', 'askConsentAsBefore']);

/** The header parameters that the sample of an operation sends. */
export function sampleRequired(
  route: RouteRequirements,
  operation: string,
): Pick<HeaderParameter, 'name' | 'schema'>[] {
  const headers = sampleSituation(route, operation);
  return headerTable
    .filter((row) => row.key in headers || isRequired(row, route, headerValuesOf(headers)))
    .map(({ name, form }) => ({ name, schema: form.schema }));
}

function sampleSituation(
  route: RouteRequirements,
  operation: string,
): Readonly<Record<string, string>> {
  const { kind, firstContact } = route;
  if (kind === 'initiation' && firstContact === true) return firstContactOf(route);
  const meetsPsu = firstCalls.has(operation) || kind === 'reading' || kind === 'service';
  return meetsPsu ? {} : knownPsuHeaders;
}

/** A parameter of a query as the description has it. */
interface QueryParameter {
  readonly name: string;
  readonly in: 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** The query parameters of a route, from the schema that checks its requests. */
export function queryParametersOf({ query }: RouteDescription): QueryParameter[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = objectSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: schema.description,
    schema,
  }));
}

/** The query of a sample: the required parameters with their first value; empty without any. */
export function sampleQuery(description: RouteDescription): string {
  const pairs = queryParametersOf(description)
    .filter(({ required }) => required)
    .map(({ name, schema }) => {
      const { enum: values = [] } = schema as { readonly enum?: readonly string[] };
      return `${name}=${values[0] ?? ''}`;
    });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** What each request header is for, by its name. Every row of the table of headers has a text here, except for what a signer fills (security.ts). */
const requestHeaderTexts: Readonly<Record<string, string>> = {
  'x-accept-fix':
    'Fixes of this interface that the TPP accepts, separated by commas. An initiation sends at least `amount-as-string`.',
  'Accept-Charset': 'Read and ignored: texts are UTF-8 (RFC 9110 section 12.5.2).',
  'Accept-Encoding': 'The content codings that the TPP takes: gzip, br or identity.',
  'Accept-Language': 'The language of texts in the response: nb or en.',
  'X-Request-ID':
    'The id that the TPP gives this call. A repeat with the same id gets the same outcome, another request with it 409. The signature covers it.',
  'TPP-Session-ID':
    'The id that the TPP gives the session of a PSU. One SCA covers the session for a limited time.',
  'TPP-Redirect-URI': 'The address to which the PSU returns after SCA. The signature covers it.',
  'TPP-Redirect-Preferred': 'Whether the TPP prefers the redirect approach; it is the only one.',
  'PSU-ID': 'The id that the bank gave this TPP for the PSU. The signature covers it.',
  'PSU-Corporate-ID':
    'The id of the agreement for which the PSU acts, from GET /v1/agreements. The signature covers it.',
  'PSU-Context':
    'Whether the PSU acts as a private person (PRIVATE) or for an organisation (CORPORATE).',
  'PSU-IP-Address': 'The IP address of the PSU, as the TPP sees it.',
  'PSU-IP-Port': 'The IP port of the PSU, as the TPP sees it.',
  'PSU-User-Agent': 'User-Agent of the request of the PSU to the TPP.',
  'PSU-Accept': 'Accept of the request of the PSU to the TPP.',
  'PSU-Accept-Charset': 'Accept-Charset of the request of the PSU to the TPP.',
  'PSU-Accept-Encoding': 'Accept-Encoding of the request of the PSU to the TPP.',
  'PSU-Accept-Language': 'Accept-Language of the request of the PSU to the TPP.',
  'PSU-HTTP-Method': 'The method of the request of the PSU to the TPP.',
  'PSU-Device-ID': 'The id of the device of the PSU.',
  'PSU-Geo-Location': 'Where the PSU is: `GEO:<latitude>,<longitude>`.',
  'TPP-Nok-Redirect-URI':
    'The address to which the PSU returns after a failure. Without it failures lead to TPP-Redirect-URI.',
  'Client-VOP-Requested':
    'Whether the bank shall verify the payee. It does not: the answer has ASPSP-VOP-Supported: false.',
  'Client-VOP-Request-ID': 'The request with which the payee was verified before. Without effect.',
  'TPP-Notification-URI':
    'Where the TPP wants to be notified. It is not: the answer has ASPSP-Notification-Support: false.',
  'TPP-Notification-Content-Preferred': 'What the TPP wants to be notified of. Without effect.',
};
