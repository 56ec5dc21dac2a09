import { isIP } from 'node:net';

/** Whether a value has the form of its header. */
export type Form = (value: string) => boolean;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const geo = /^GEO:(-?\d{1,2}(?:\.\d{1,10})?)[,;](-?\d{1,3}(?:\.\d{1,10})?)$/i;
const printable = /^[\x20-\x7e\u00a0-\u00ff]+$/;
const regName = /^[a-z0-9._~-]{1,253}$/i;

/** Text of Latin-1 without control characters. */
export const text =
  (lengthMax = 256): Form =>
  (value) =>
    value.length <= lengthMax && printable.test(value);

export const isUuid: Form = (value) => uuid.test(value);

export const isPort: Form = (value) =>
  /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;

/** IPv4, or IPv6 with or without the brackets of an address (RFC 3986); without zone and port. */
export const isIpAddress: Form = (value) =>
  !value.includes('%') && (isIP(value) !== 0 || isIP(/^\[(.+)\]$/.exec(value)?.[1] ?? '') === 6);

/** `GEO:<latitude>,<longitude>` in degrees; Berlin Group writes a semicolon. */
export const isGeoLocation: Form = (value) => {
  const [, latitude, longitude] = geo.exec(value) ?? [];
  return latitude !== undefined && Math.abs(+latitude) <= 90 && Math.abs(Number(longitude)) <= 180;
};

/** Server name or address, with or without a port (RFC 9110 section 7.2). */
export const isHost: Form = (value) => {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(value) ?? [];
  const named = regName.test(name) || (name.startsWith('[') && isIpAddress(name));
  return named && (port === undefined || port === '' || isPort(port));
};

/** Values with commas between them (x-accept-fix): not endlessly many. */
export const isTextList: Form = (value) =>
  text(1024)(value) && value.split(',').length <= listElementsMax;

/** A list of `element;q=…` (RFC 9110 section 12.4.2); empty elements are nothing (section 5.6.1). */
export const weighted =
  (element: RegExp): Form =>
  (value) => {
    const elements = value.split(',').map((one) => one.trim());
    return (
      value.length <= 1024 &&
      elements.length <= listElementsMax &&
      elements.every((one) => one === '' || isWeighted(one, element))
    );
  };

/** Of `application/json`, with or without parameters. */
export const mediaRange = /^(\*\/\*|[\w!#$%&'*+.^`|~-]+\/(\*|[\w!#$%&'*+.^`|~-]+))$/;
/** Of a character set or a content coding. */
export const codeName = /^[\w!#$%&'*+.^`|~-]+$/;
export const languageRange = /^(\*|[a-z]{1,8}(-[a-z0-9]{1,8})*)$/i;

const listElementsMax = 32;
const weight = /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/i;
const parameter = /^[\w!#$%&'*+.^`|~-]+=("[^"\\]*"|[\w!#$%&'*+.^`|~-]+)$/;

/** Other parameters than the weight belong to media ranges only. */
function isWeighted(value: string, element: RegExp): boolean {
  const [name = '', ...parameters] = value.split(';').map((one) => one.trim());
  const allowed = (one: string) =>
    /^q=/i.test(one) ? weight.test(one) : element === mediaRange && parameter.test(one);
  return element.test(name) && parameters.every(allowed);
}
