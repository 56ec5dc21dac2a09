import type {
  UnreadableAnswers,
  UnreadableReason,
  UnreadableRequest,
} from '@nordgate/service/edge';
import type { Log } from '@nordgate/telemetry';
import { contentSecurityPolicy, securityHeaders } from '../security/security-headers.js';
import { newReference } from '../security/random.source.js';
import { noticePage } from './notice.page.js';
import { errorPageLine } from './site-error.js';
import type { SiteErrorKind } from './site-error.js';
import type { Site } from './site.service.js';

const kinds: { readonly [Why in UnreadableReason]: SiteErrorKind } = {
  malformed: 'bad-request',
  expectation: 'bad-request',
  'transfer-coding': 'bad-request',
  'too-slow': 'too-slow',
  'body-too-large': 'bad-request',
  'headers-too-large': 'too-large',
};

/**
 * Pages for requests that Node cannot read: in the language of the bytes that were read, with the security headers of
 * every page. `site` is absent before the site has started.
 */
export function unreadablePages(
  site: () => Site | undefined,
  { log, secure }: { readonly log: Log; readonly secure: boolean },
): UnreadableAnswers {
  return {
    answer: ({ raw, status, why }: UnreadableRequest) => {
      const common = { ...securityHeaders(secure), 'content-type': 'text/html; charset=utf-8' };
      const reader = site()?.readerOf(headersIn(raw));
      if (reader === undefined) return { head: common, body: '' };
      const kind = kinds[why];
      const reference = newReference();
      log.info({ kind, reference }, errorPageLine);
      const notice = {
        status,
        title: `page.${kind}`,
        text: `page.${kind}.text`,
        reference,
      } as const;
      const { html, language } = noticePage(reader, notice);
      const head = {
        ...common,
        'content-language': language,
        vary: 'accept-language, cookie',
        'content-security-policy': contentSecurityPolicy(),
      };
      return { head, body: html };
    },
  };
}

/** The headers that say which language the reader wants, as far as the bytes have them. */
function headersIn(raw: Uint8Array | undefined): {
  readonly acceptLanguage: string | undefined;
  readonly cookie: string | undefined;
} {
  const text = raw === undefined ? '' : Buffer.from(raw).toString('latin1');
  const header = (name: string) => new RegExp(`^${name}:[ \\t]*([^\\r\\n]*)`, 'im').exec(text)?.[1];
  return { acceptLanguage: header('accept-language'), cookie: header('cookie') };
}
