import { isIP } from 'node:net';
import { portMax, uuidText } from '@nordgate/contracts/fields';
import type { TextForm, TextSchema } from '@nordgate/contracts/fields';
import { redirectAddress, redirectUriLengthMax } from '@nordgate/contracts/rules';
import type { TextKey } from '@nordgate/contracts/texts';

/** The two environments accept different addresses as TPP-Redirect-URI. */
export type Environment = 'sandbox' | 'production';

/** The form of a header's value: a form of texts, which may depend on the environment. */
export interface HeaderForm extends Omit<TextForm, 'accepts'> {
  readonly accepts: (value: string, environment: Environment) => boolean;
}

const form = (
  accepts: HeaderForm['accepts'],
  schema: TextSchema,
  rule: TextKey = 'header.malformed',
): HeaderForm => ({ accepts, schema, rule });

const matching = (pattern: string, ...examples: string[]): TextSchema => ({
  type: 'string',
  pattern,
  examples,
});

const ascii = '^[\\x20-\\x7e]+$';
const asciiText = new RegExp(ascii);

/**
 * Text that the bank stores or sends on: ASCII without control characters. Node shows bytes from 0x80 on as
 * Latin-1, so a name in UTF-8 would become another one.
 */
export const text = (maxLength: number, example: string): HeaderForm =>
  form((value) => value.length <= maxLength && asciiText.test(value), {
    ...matching(ascii, example),
    minLength: 1,
    maxLength,
  });

/**
 * A value that decides nothing, or is only a wish (RFC 9110 section 12.1): whatever a client sends, and whatever a
 * TPP forwards from the PSU's browser, is no reason to refuse a request.
 */
export const freeText = (...examples: string[]): HeaderForm =>
  form(() => true, { type: 'string', examples });

const listLengthMax = 1024;
const listElementsMax = 32;

/** Texts with commas between them (x-accept-fix), of bounded number. White space around them may be tabs. */
export const textList = (example: string): HeaderForm => ({
  ...form(
    (value) => value.length <= listLengthMax && value.split(',').length <= listElementsMax,
    { type: 'string', minLength: 1, maxLength: listLengthMax, examples: [example] },
    'header.listTooLong',
  ),
  params: { max: String(listElementsMax) },
});

export const uuid: HeaderForm = {
  ...uuidText,
  schema: { ...uuidText.schema, examples: ['c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47'] },
};

/** `False` is what .NET and Python write for a Boolean. */
export const boolean: HeaderForm = {
  ...form(
    (value) => ['true', 'false'].includes(value.toLowerCase()),
    matching('^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$', 'true', 'false'),
    'choice.oneOf',
  ),
  params: { allowed: 'true, false' },
};

const isPort = (value: string) =>
  /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= portMax;

export const port: HeaderForm = form(isPort, matching('^\\d{1,5}$', '443'));

/** RFC 4007 section 11: the interface of the machine that wrote the address. It says nothing about the PSU. */
const zone = /%[\w.~-]{1,32}$/;

/** The address without the brackets and the zone of an IPv6 address; undefined for text that is no address. */
export function bareIpAddress(value: string): string | undefined {
  const inside = /^\[([^\]]*)\]$/.exec(value)?.[1];
  const address = (inside ?? value).replace(zone, '');
  const version = isIP(address);
  const isPlainIpv4 = version === 4 && address === value;
  const isIpv6 = version === 6 && !address.includes('%');
  return isPlainIpv4 || isIpv6 ? address : undefined;
}

/** IPv4, or IPv6 with or without the brackets of RFC 3986 and a zone; without port. */
export const ipAddress: HeaderForm = form((value) => bareIpAddress(value) !== undefined, {
  ...matching('^\\[?[0-9a-fA-F:.]+(%[\\w.~-]{1,32})?\\]?$', '192.0.2.7', '2001:db8::1'),
  maxLength: 80,
});

const registeredName = /^[a-z0-9._~-]{1,253}$/i;

/** A server name or address, with or without a port (RFC 9110 section 7.2). */
export const host: HeaderForm = form(
  (value) => {
    const [, name = '', portText] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(value) ?? [];
    const isAddress = name.startsWith('[') && bareIpAddress(name) !== undefined;
    const isPortOrNone = portText === undefined || portText === '' || isPort(portText);
    return (registeredName.test(name) || isAddress) && isPortOrNone;
  },
  { ...matching(ascii, 'bank.example'), maxLength: 300 },
);

const geo = /^GEO:([+-]?\d{1,2}(?:\.\d{1,20})?)[,;] ?([+-]?\d{1,3}(?:\.\d{1,20})?)$/i;
const geoPattern = '^[Gg][Ee][Oo]:[+-]?\\d{1,2}(\\.\\d{1,20})?[,;] ?[+-]?\\d{1,3}(\\.\\d{1,20})?$';

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
    ...matching('^[a-zA-Z]+:[\\x20-\\x7e]*$', 'https://tpp.example/back'),
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
