import type { Language } from '@nordgate/contracts';
import { passkeysMax } from '../../domain/passkeys.js';
import type { Passkey } from '../../domain/passkeys.js';
import type { PasskeysPart } from '../passkey/passkey-list.part.js';
import { hashOf } from '../security/tokens.js';
import { passkeysPath } from '../visit/visits.http.js';

/** How a form names a passkey. */
export function passkeyKey({ credentialId }: Passkey): string {
  return hashOf(credentialId);
}

/** The passkeys as the PSU sees them. */
export function passkeysOnPage(
  passkeys: readonly Passkey[],
  language: Language,
): NonNullable<PasskeysPart['passkeys']> {
  const locale = language === 'nb' ? 'nb-NO' : 'en-GB';
  const timeZone = 'Europe/Oslo';
  const moment = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  });
  return {
    list: passkeys.map((one) => ({
      key: passkeyKey(one),
      name: one.name,
      since: moment.format(new Date(one.enrolledAt)),
      lastUsed: one.lastUse && moment.format(new Date(one.lastUse.at)),
    })),
    add: passkeys.length < passkeysMax ? passkeysPath : undefined,
    remove: `${passkeysPath}/remove`,
  };
}
