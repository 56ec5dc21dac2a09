import type { TextKey } from '@nordgate/contracts/texts';
import {
  codeName,
  isGeoLocation,
  isHost,
  isIpAddress,
  isPort,
  isTextList,
  isUuid,
  languageRange,
  mediaRange,
  text,
  weighted,
} from './header-forms.js';
import type { Form } from './header-forms.js';
import { takesEncoding, takesJson } from './negotiated.js';
import { isRedirectUri } from './redirect-uri.js';

/** The two environments differ in what they take as an address to come back to. */
export type Environment = 'sandbox' | 'production';

/** What is demanded of one header, and what is said of a value that does not meet it. */
export interface HeaderRule {
  /** As the specification spells it (section 4.3). */
  readonly name: string;
  /** The name in lower case, as Node has it. */
  readonly key: string;
  readonly accepts: (value: string, environment: Environment) => boolean;
  readonly rule: TextKey;
  readonly params?: Readonly<Record<string, string>>;
  /** A list, which may come in several headers of this name (RFC 9110 section 5.3). */
  readonly list?: true;
  /** Of a header that negotiates the answer: whether there is an answer for it; else 406. */
  readonly serves?: { readonly can: Form; readonly rule: TextKey };
}

const of = (name: string, accepts: HeaderRule['accepts']): HeaderRule => ({
  name,
  key: name.toLowerCase(),
  accepts,
  rule: 'header.malformed',
});
const list = (name: string, accepts: Form, serves?: HeaderRule['serves']): HeaderRule => ({
  ...of(name, accepts),
  list: true,
  ...(serves === undefined ? {} : { serves }),
});
const aUuid = (name: string): HeaderRule => ({ ...of(name, isUuid), rule: 'header.uuid' });
const oneOf = (name: string, allowed: readonly string[]): HeaderRule => ({
  ...of(name, (value) => allowed.includes(value)),
  rule: 'header.choice',
  params: { allowed: allowed.join(', ') },
});
/** The verify chain has read it before, with refusals of its own (`libs/signature`). */
const verified = (name: string): HeaderRule => of(name, () => true);

/**
 * One row per header of specification 4.3, in its order. Which of them an operation needs stands in
 * `check-headers.ts`. Texts are always UTF-8, whatever Accept-Charset says: RFC 9110 section 12.5.2
 * lets a server that has one character set answer in it.
 */
export const headerRules: readonly HeaderRule[] = [
  list('x-accept-fix', isTextList),
  list('Accept', weighted(mediaRange), { can: takesJson, rule: 'request.accept' }),
  list('Accept-Charset', weighted(codeName)),
  list('Accept-Encoding', weighted(codeName), {
    can: takesEncoding,
    rule: 'request.acceptEncoding',
  }),
  list('Accept-Language', weighted(languageRange)),
  of('Host', isHost),
  of('X-Request-ID', text(128)),
  of('TPP-Session-ID', text(128)),
  { ...of('TPP-Redirect-URI', isRedirectUri), rule: 'header.redirectUri' },
  oneOf('TPP-Redirect-Preferred', ['true', 'false']),
  verified('Digest'),
  verified('TPP-Signature-Certificate'),
  verified('Signature'),
  verified('Date'),
  aUuid('PSU-ID'),
  of('PSU-Corporate-ID', text(128)),
  oneOf('PSU-Context', ['PRIVATE', 'CORPORATE']),
  of('PSU-IP-Address', isIpAddress),
  of('PSU-IP-Port', isPort),
  of('PSU-User-Agent', text(1024)),
  list('PSU-Accept', text(1024)),
  list('PSU-Accept-Charset', text()),
  list('PSU-Accept-Encoding', text()),
  list('PSU-Accept-Language', text()),
  oneOf('PSU-HTTP-Method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  aUuid('PSU-Device-ID'),
  of('PSU-Geo-Location', isGeoLocation),
];
