import { isIP } from 'node:net';
import { redirectAddress, redirectUriLengthMax } from '@nordgate/contracts/rules';
import type { TextKey } from '@nordgate/contracts/texts';

/** The two environments accept different addresses as TPP-Redirect-URI. */
export type Environment = 'sandbox' | 'production';

/** The JSON Schema of a header's value in the OpenAPI description. */
export interface HeaderSchema {
  readonly type: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
}

/**
 * The form of a header's value. The schema accepts every value that `accepts` accepts; some checks
 * are stricter than a pattern can be.
 */
export interface HeaderForm {
  readonly accepts: (value: string, environment: Environment) => boolean;
  readonly schema: HeaderSchema;
  /** The text of the fault for a malformed value, with its parameters. */
  readonly rule: TextKey;
  readonly params?: Readonly<Record<string, string>>;
}

const form = (
  accepts: HeaderForm['accepts'],
  schema: HeaderSchema,
  rule: TextKey = 'header.malformed',
): HeaderForm => ({ accepts, schema, rule });

const matching = (pattern: string, ...examples: string[]): HeaderSchema => ({
  type: 'string',
  pattern,
  examples,
});

const printable = '^[\\x20-\\x7e\\u00a0-\\u00ff]+$';
const printableText = new RegExp(printable);
const textSchema = (maxLength: number, example: string): HeaderSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: printable,
  examples: [example],
});
const isText = (value: string, lengthMax: number) =>
  value.length <= lengthMax && printableText.test(value);

/** Latin-1 text without control characters. */
export const text = (lengthMax: number, example: string): HeaderForm =>
  form((value) => isText(value, lengthMax), textSchema(lengthMax, example));

const listLengthMax = 1024;
const listElementsMax = 32;

/** Texts with commas between them (x-accept-fix), of bounded number. */
export const textList = (example: string): HeaderForm =>
  form(
    (value) => isText(value, listLengthMax) && value.split(',').length <= listElementsMax,
    textSchema(listLengthMax, example),
  );

/** An element of Accept, such as `application/json`; it may have parameters. */
export const mediaRange = /^(\*\/\*|[\w!#$%&'*+.^`|~-]+\/(\*|[\w!#$%&'*+.^`|~-]+))$/;
/** The name of a character set or of a content coding. */
export const codeName = /^[\w!#$%&'*+.^`|~-]+$/;
export const languageRange = /^(\*|[a-z]{1,8}(-[a-z0-9]{1,8})*)$/i;

/** A list of `element;q=…` (RFC 9110 section 12.4.2). Empty elements are allowed (section 5.6.1). */
export const weightedList = (element: RegExp, example: string): HeaderForm =>
  form(
    (value) => {
      const elements = value.split(',').map((one) => one.trim());
      return (
        value.length <= listLengthMax &&
        elements.length <= listElementsMax &&
        elements.every((one) => one === '' || isWeighted(one, element))
      );
    },
    textSchema(listLengthMax, example),
  );

const weight = /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/i;
const parameter = /^[\w!#$%&'*+.^`|~-]+=("[^"\\]*"|[\w!#$%&'*+.^`|~-]+)$/;

/** Only media ranges may have parameters other than the weight. */
function isWeighted(value: string, element: RegExp): boolean {
  const [name = '', ...parameters] = value.split(';').map((one) => one.trim());
  const isAllowed = (one: string) =>
    /^q=/i.test(one) ? weight.test(one) : element === mediaRange && parameter.test(one);
  return element.test(name) && parameters.every(isAllowed);
}

const uuidText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

export const uuid: HeaderForm = form(
  (value) => uuidText.test(value),
  { ...matching(uuidPattern, 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47'), format: 'uuid' },
  'header.uuid',
);

/** One of a closed list of words. */
export const oneOf = (...allowed: readonly string[]): HeaderForm => ({
  ...form((value) => allowed.includes(value), { type: 'string', enum: allowed }, 'header.choice'),
  params: { allowed: allowed.join(', ') },
});

const isPort = (value: string) =>
  /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;

export const port: HeaderForm = form(isPort, matching('^\\d{1,5}$', '443'));

const isIpAddress = (value: string) =>
  !value.includes('%') && (isIP(value) !== 0 || isIP(/^\[(.+)\]$/.exec(value)?.[1] ?? '') === 6);

/** IPv4, or IPv6 with or without the brackets of RFC 3986; without zone and port. */
export const ipAddress: HeaderForm = form(isIpAddress, {
  ...matching('^[0-9a-fA-F:.\\[\\]]+$', '192.0.2.7', '2001:db8::1'),
  maxLength: 47,
});

const registeredName = /^[a-z0-9._~-]{1,253}$/i;

/** A server name or address, with or without a port (RFC 9110 section 7.2). */
export const host: HeaderForm = form(
  (value) => {
    const [, name = '', portText] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(value) ?? [];
    const isName = registeredName.test(name) || (name.startsWith('[') && isIpAddress(name));
    return isName && (portText === undefined || portText === '' || isPort(portText));
  },
  textSchema(270, 'bank.example'),
);

const geo = /^GEO:(-?\d{1,2}(?:\.\d{1,10})?)[,;](-?\d{1,3}(?:\.\d{1,10})?)$/i;
const geoPattern = '^[Gg][Ee][Oo]:-?\\d{1,2}(\\.\\d{1,10})?[,;]-?\\d{1,3}(\\.\\d{1,10})?$';

/** `GEO:<latitude>,<longitude>` in degrees. Berlin Group separates the two by a semicolon. */
export const geoLocation: HeaderForm = form(
  (value) => {
    const [, latitude, longitude] = geo.exec(value) ?? [];
    return (
      latitude !== undefined && Math.abs(+latitude) <= 90 && Math.abs(Number(longitude)) <= 180
    );
  },
  matching(geoPattern, 'GEO:59.91,10.75'),
);

/** The address to which the PSU returns after SCA, as far as the approval site redirects there. */
export const redirectUri: HeaderForm = form(
  (value, environment) => redirectAddress(value, environment) !== undefined,
  {
    ...matching('^[a-zA-Z]+:', 'https://tpp.example/back'),
    maxLength: redirectUriLengthMax,
    format: 'uri',
  },
  'header.redirectUri',
);

/** A value that changes nothing, whatever it is. */
export const ignored = (...examples: string[]): HeaderForm =>
  form(() => true, { type: 'string', examples });

/** A value that `libs/signature` has checked before, with its own faults. */
export const checkedBefore = (pattern: string, ...examples: string[]): HeaderForm =>
  form(() => true, matching(pattern, ...examples));
