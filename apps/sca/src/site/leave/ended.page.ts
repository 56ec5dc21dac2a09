import type { Link } from '../../authorisation/authorisation.js';
import { isOwnBusiness } from '../../authorisation/same-challenge.js';
import type { Page } from '../frame/answer.js';
import { noticePage } from '../frame/notice.page.js';
import { pageKindOf } from '../frame/page-kind.js';
import type { PageKind } from '../frame/page-kind.js';
import { overviewPath } from '../frame/site-address.js';
import type { Reader } from '../frame/site.service.js';
import type { TextKey } from '../language/texts.js';
import { failureExit } from './exit.js';
import type { Leaving } from './outcome-parameters.js';

/** The page leads on to the TPP by itself after so many seconds (design: SCA). */
export const leaveSeconds = 10;

/** The PSU chose this way out on a page that said what it does: there is nothing more to say. */
const ownChoices: ReadonlySet<Leaving> = new Set([
  'refused',
  'not-debitable',
  'access-ended',
  'no-method',
  'aborted',
]);

/** Whether the PSU has to read what happened before the browser leads back to the TPP. */
export function needsWord(way: Leaving): boolean {
  return !ownChoices.has(way);
}

/** The PSU can start again where they came from. */
const canStartAgain: ReadonlySet<Leaving> = new Set([
  'expired',
  'wrong-codes',
  'unknown-customer',
  'other-customer',
  'fault',
  'used',
]);

/** What the PSU can do after all. The customer's own business began on this site: its link leads there. */
function nextStepOf(way: Leaving, kind: PageKind): TextKey | undefined {
  if (kind === 'overview' || kind === 'passkey') return undefined;
  if (way === 'signed-already') return 'ended.otherSigner';
  if (!canStartAgain.has(way)) return undefined;
  return kind === 'access' ? 'access.startAgain' : `ended.again.${kind}`;
}

/** What did not happen; of an access in the words of the bank. */
function nothingOf(kind: PageKind): TextKey {
  return kind === 'access' ? 'access.unchanged' : `ended.nothing.${kind}`;
}

/**
 * The page of an approval that is over without success: what happened, that nothing was paid or given by it, and
 * the way back with the parameters of 5.12. Unless somebody logged in with another browser, the page leads on by
 * itself, without script.
 */
export function endedPage(
  reader: Reader,
  link: Link,
  { leads, way }: { readonly way: Leaving; readonly leads: boolean },
): Page {
  const { initiator, resource } = link;
  const kind = pageKindOf(resource);
  const next = nextStepOf(way, kind);
  return noticePage(reader, {
    status: 410,
    title: `ended.${way}`,
    // A link that is used may have led to an approval.
    text: way === 'used' ? undefined : nothingOf(kind),
    parameters: { tpp: initiator.tppName },
    more: next === undefined ? [] : [next],
    again: isOwnBusiness(resource) ? overviewPath : undefined,
    exit: failureExit(link, way, reader),
    leaveSeconds: leads ? leaveSeconds : undefined,
  });
}
