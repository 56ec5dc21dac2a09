/** A header's value as the interface's description has it. */
export interface HeaderSchema {
  readonly type: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
}

const printable = '^[\\x20-\\x7e\\u00a0-\\u00ff]+$';
const uuid = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

const text = (maxLength: number, example: string): HeaderSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: printable,
  examples: [example],
});
const like = (pattern: string, ...examples: string[]): HeaderSchema => ({
  type: 'string',
  pattern,
  examples,
});
const oneOf = (...codes: string[]): HeaderSchema => ({ type: 'string', enum: codes });
const aUuid: HeaderSchema = {
  ...like(uuid, 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47'),
  format: 'uuid',
};

/**
 * What the description says of each header of `header-rules.ts`. Whatever the rule accepts, the schema
 * does; the other way round some rules know more than a pattern can say.
 */
export const headerSchemas: Readonly<Record<string, HeaderSchema>> = {
  'x-accept-fix': text(1024, 'amount-as-string'),
  Accept: text(1024, 'application/json'),
  'Accept-Charset': text(1024, 'utf-8'),
  'Accept-Encoding': text(1024, 'gzip, br'),
  'Accept-Language': text(1024, 'nb, en;q=0.8'),
  Host: text(270, 'bank.example'),
  'X-Request-ID': text(128, '5d0d1c0e-2f0b-4d3b-9c4e-0c7f2a8f6f11'),
  'TPP-Session-ID': text(128, '0f6f2a54-70b1-4a0f-8a53-6a8f2f5d7c11'),
  'TPP-Redirect-URI': {
    ...like('^[a-zA-Z]+:', 'https://tpp.example/back'),
    maxLength: 2048,
    format: 'uri',
  },
  'TPP-Redirect-Preferred': oneOf('true', 'false'),
  Digest: like('^[^\\x00-\\x1f]+$', 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='),
  'TPP-Signature-Certificate': like('^[A-Za-z0-9+/=]+$'),
  Signature: like('^[^\\x00-\\x1f]+$'),
  Date: like('^[^\\x00-\\x1f]+$', 'Fri, 01 Mar 2030 10:00:00 GMT'),
  'PSU-ID': aUuid,
  'PSU-Corporate-ID': text(128, 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47'),
  'PSU-Context': oneOf('PRIVATE', 'CORPORATE'),
  'PSU-IP-Address': {
    ...like('^[0-9a-fA-F:.\\[\\]]+$', '192.0.2.7', '2001:db8::1'),
    maxLength: 47,
  },
  'PSU-IP-Port': like('^\\d{1,5}$', '443'),
  'PSU-User-Agent': text(1024, 'Browser/1.0'),
  'PSU-Accept': text(1024, 'text/html'),
  'PSU-Accept-Charset': text(256, 'utf-8'),
  'PSU-Accept-Encoding': text(256, 'gzip'),
  'PSU-Accept-Language': text(256, 'nb'),
  'PSU-HTTP-Method': oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  'PSU-Device-ID': aUuid,
  'PSU-Geo-Location': like(
    '^[Gg][Ee][Oo]:-?\\d{1,2}(\\.\\d{1,10})?[,;]-?\\d{1,3}(\\.\\d{1,10})?$',
    'GEO:59.91,10.75',
  ),
};
