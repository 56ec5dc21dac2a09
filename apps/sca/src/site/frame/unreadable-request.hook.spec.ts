import type { UnreadableReason } from '@nordgate/service/edge';
import type { Log } from '@nordgate/telemetry';
import { siteLanguages } from '../language/site-language.js';
import type { Language } from '../language/site-language.js';
import { textsOf } from '../language/texts.js';
import { securityHeaders } from '../security/security-headers.js';
import type { SiteErrorKind } from './site-error.js';
import type { Reader, Site } from './site.service.js';
import { unreadablePages } from './unreadable-request.hook.js';

/** The status that the server answers, and the page that explains it. */
const answers: {
  readonly [Why in UnreadableReason]: readonly [status: number, kind: SiteErrorKind];
} = {
  malformed: [400, 'bad-request'],
  'too-slow': [408, 'too-slow'],
  'body-too-large': [413, 'bad-request'],
  expectation: [417, 'bad-request'],
  'headers-too-large': [431, 'too-large'],
  'transfer-coding': [501, 'bad-request'],
};
const reasons = Object.keys(answers) as UnreadableReason[];

const readerIn = (language: Language): Reader => ({
  ...{ language, environment: 'production', bankName: 'Fjord Bank', address: '/' },
  ...{ t: textsOf(language), overviewUrl: 'https://bank.example/my' },
});
const log = { info: () => undefined } as unknown as Log;
const site = {
  readerOf: ({ acceptLanguage = 'en' }) => readerIn(acceptLanguage as Language),
} as unknown as Site;

describe('the answer to a request that the server cannot read', () => {
  const cases = reasons.flatMap((why) => siteLanguages.map((language) => [why, language] as const));

  it.each(cases)('is a page with security headers: %s, in %s', (why, language) => {
    const [status, kind] = answers[why];
    const raw = Buffer.from(`GET /my HTTP/1.1\r\nAccept-Language: ${language}\r\n`);
    const { answer } = unreadablePages(() => site, { log, secure: true });
    const { body, head } = answer({ why, status, phrase: '', raw });
    expect(head).toMatchObject({
      ...securityHeaders(true),
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      vary: 'accept-language, cookie',
    });
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(`<h1>${textsOf(language)(`page.${kind}`)}</h1>`);
  });

  it.each(reasons)('has the security headers before the site has started: %s', (why) => {
    const { answer } = unreadablePages(() => undefined, { log, secure: false });
    const { body, head } = answer({ why, status: answers[why][0], phrase: '' });
    expect(body).toBe('');
    expect(head).toMatchObject(securityHeaders(false));
  });
});
