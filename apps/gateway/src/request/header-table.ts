import { codeForm } from '@nordgate/contracts/fields';
import type { TextKey } from '@nordgate/contracts/texts';
import { withoutOuterSpace } from '@nordgate/signature';
import { takesEncoding, takesJson } from '../reply/negotiation.js';
import {
  boolean,
  checkedBefore,
  freeText,
  geoLocation,
  host,
  ignored,
  ipAddress,
  port,
  redirectUri,
  text,
  textList,
  uuid,
} from './header-forms.js';
import type { HeaderForm } from './header-forms.js';
import type { RouteRequirements } from './route-requirements.js';

/** Reads one header by its lower-case name; undefined for an absent or empty one. */
export type HeaderValues = (name: string) => string | undefined;

/** Reads Node's header object. Node joins repeated headers with a comma, or keeps the first one. */
export function headerValuesOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): HeaderValues {
  return (name) => {
    const value = headers[name];
    const trimmed = typeof value === 'string' ? withoutOuterSpace(value) : '';
    return trimmed === '' ? undefined : trimmed;
  };
}

/** A row of the table: everything that the gateway knows about one request header. */
export interface HeaderRow {
  /** As the specification spells it (section 4.3). */
  readonly name: string;
  /** The name in lower case, as Node has it. */
  readonly key: string;
  readonly form: HeaderForm;
  /** When the header is required. Absent for an optional header. */
  readonly required?: Requirement;
  /** `libs/signature` has checked presence and value before, with its own faults. */
  readonly isCheckedBefore?: true;
  /** A list, and text that decides nothing, may come in several headers of one name (RFC 9110 section 5.3). */
  readonly isList?: true;
  /** Asks for a service of the framework that this bank does not offer. Taken with any value, and described on initiations. */
  readonly isWithoutEffect?: true;
  /** For a header that negotiates the answer: whether the gateway has such an answer; else 406. */
  readonly serves?: { readonly can: (value: string) => boolean; readonly rule: TextKey };
}

/** Whether a route requires a header of a request with these other headers. */
type IsRequired = (route: RouteRequirements, header: HeaderValues) => boolean;

const isPsuKnown = (header: HeaderValues) => header('psu-id') !== undefined;
const needsPsu: IsRequired = ({ kind, firstContact, psuRequired }, header) =>
  psuRequired === true ||
  kind === 'funds' ||
  (kind === 'initiation' && !(firstContact === true && header('psu-context') !== undefined));

/**
 * When a header is required. The order is that of the faults of one request.
 */
const requirements = {
  always: () => true,
  /** Sandbox and contact calls send no PSU anywhere; all others need it (specification 5.10). */
  unlessService: ({ kind }) => kind !== 'service',
  withDigest: ({ digestRequired }) => digestRequired === true,
  toInitiate: ({ kind }) => kind === 'initiation',
  /** At first contact PSU-Context replaces PSU-ID (specification 4.2). */
  unlessFirstContact: needsPsu,
  /** TPP-Session-ID goes with PSU-ID, except on routes that ask about a PSU without a session. */
  forKnownPsu: (route, header) =>
    route.kind !== 'service' &&
    route.kind !== 'funds' &&
    route.psuRequired !== true &&
    (isPsuKnown(header) || needsPsu(route, header)),
  /** CORPORATE without PSU-ID is a first contact: the PSU picks the agreement on the site (5.14). */
  forKnownCorporatePsu: ({ kind, picksAgreement }, header) =>
    picksAgreement !== true &&
    kind !== 'service' &&
    isPsuKnown(header) &&
    header('psu-context') === 'CORPORATE',
} satisfies Readonly<Record<string, IsRequired>>;

type Requirement = keyof typeof requirements;

type Further = Omit<HeaderRow, 'name' | 'key' | 'form'>;
const row = (name: string, form: HeaderForm, further: Further = {}): HeaderRow => ({
  name,
  key: name.toLowerCase(),
  form,
  ...further,
});
const list = (name: string, form: HeaderForm, further: Further = {}): HeaderRow =>
  row(name, form, { ...further, isList: true });
const signed = (name: string, form: HeaderForm, required: Requirement): HeaderRow =>
  row(name, form, { required, isCheckedBefore: true });

const withoutEffect = (name: string, ...examples: string[]): HeaderRow =>
  list(name, ignored(...examples), { isWithoutEffect: true });

const json = { can: takesJson, rule: 'request.accept' } as const;
const encoding = { can: takesEncoding, rule: 'request.acceptEncoding' } as const;
const anything = '^[^\\x00-\\x1f]+$';
const anId = 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47';
const aDigest = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/**
 * The request headers of specification 4.3, one row per header, in its order, and one of the framework. The checks of requests
 * and the parameters of the OpenAPI description are made from this table. Texts are UTF-8 whatever
 * Accept-Charset says: RFC 9110 section 12.5.2 allows that for a server with one character set.
 */
export const headerTable: readonly HeaderRow[] = [
  list('x-accept-fix', textList('amount-as-string'), { required: 'toInitiate' }),
  list('Accept', freeText('application/json'), { serves: json }),
  list('Accept-Charset', freeText('utf-8')),
  list('Accept-Encoding', freeText('gzip, br'), { serves: encoding }),
  list('Accept-Language', freeText('nb, en;q=0.8')),
  row('Host', host),
  row('X-Request-ID', text(128, '5d0d1c0e-2f0b-4d3b-9c4e-0c7f2a8f6f11'), { required: 'always' }),
  row('TPP-Session-ID', text(128, '0f6f2a54-70b1-4a0f-8a53-6a8f2f5d7c11'), {
    required: 'forKnownPsu',
  }),
  row('TPP-Redirect-URI', redirectUri, { required: 'unlessService' }),
  row('TPP-Redirect-Preferred', boolean),
  signed('Digest', checkedBefore(anything, aDigest), 'withDigest'),
  signed('TPP-Signature-Certificate', checkedBefore('^[A-Za-z0-9+/=]+$'), 'always'),
  signed('Signature', checkedBefore(anything), 'always'),
  signed('Date', checkedBefore(anything, 'Fri, 01 Mar 2030 10:00:00 GMT'), 'always'),
  row('PSU-ID', uuid, { required: 'unlessFirstContact' }),
  row('PSU-Corporate-ID', text(128, anId), { required: 'forKnownCorporatePsu' }),
  row('PSU-Context', codeForm(['PRIVATE', 'CORPORATE'])),
  row('PSU-IP-Address', ipAddress, { required: 'toInitiate' }),
  row('PSU-IP-Port', port),
  list('PSU-User-Agent', freeText('Browser/1.0')),
  list('PSU-Accept', freeText('text/html')),
  list('PSU-Accept-Charset', freeText('utf-8')),
  list('PSU-Accept-Encoding', freeText('gzip')),
  list('PSU-Accept-Language', freeText('nb')),
  row('PSU-HTTP-Method', codeForm(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  row('PSU-Device-ID', uuid),
  row('PSU-Geo-Location', geoLocation),
  // Of the framework: where failures lead.
  row('TPP-Nok-Redirect-URI', redirectUri),
  // Of the framework since 1.3.12: verification of the payee, and notifications of the TPP.
  withoutEffect('Client-VOP-Requested', 'true'),
  withoutEffect('Client-VOP-Request-ID', anId),
  withoutEffect('TPP-Notification-URI', 'https://tpp.example/notify'),
  withoutEffect('TPP-Notification-Content-Preferred', 'status=SCA, PROCESS'),
];

/** Whether a route requires this header, given the other headers of the request. */
export function isRequired(
  { required }: HeaderRow,
  route: RouteRequirements,
  header: HeaderValues,
): boolean {
  return required !== undefined && requirements[required](route, header);
}

/** The rows that can be required, in the order in which missing headers are reported. */
export const requirableHeaders: readonly HeaderRow[] = Object.keys(requirements).flatMap((name) =>
  headerTable.filter(({ required }) => required === name),
);
