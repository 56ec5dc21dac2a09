import { isOpenedHere } from '../../domain/authorisation.js';
import type { Authorisation, Finalised } from '../../domain/authorisation.js';
import { isEnrolment, isOwnBusiness } from '../../domain/same-challenge.js';
import { redirectTo } from '../frame/answer.js';
import type { Answer } from '../frame/answer.js';
import { enrolmentPath, overviewPath } from '../frame/site-path.js';
import type { Reader } from '../frame/site.service.js';
import { noticePage } from '../frame/notice.page.js';
import { exitOf } from '../redirect/exit.js';

/**
 * Where a PSU goes when an authorisation is over: to the TPP with the result, or on within this site
 * when no TPP waits. A TPP address that may not be used is replaced by a page with the result.
 * Throws when the authorisation is not over.
 */
export function departure(authorisation: Authorisation, reader: Reader): Answer {
  if (authorisation.is === 'finalised' && isOwnBusiness(authorisation.resource)) {
    return redirectTo(placeAfter(authorisation));
  }
  if ('initiator' in authorisation && isOpenedHere(authorisation)) {
    return redirectTo(`${overviewPath}?after=${authorisation.initiator.tppSessionId}`);
  }
  const exit = exitOf(authorisation, reader);
  if (exit !== undefined) return redirectTo(exit.href);
  if (authorisation.is === 'finalised') {
    return noticePage(reader, { status: 200, title: 'page.done', text: 'page.done.text' });
  }
  if (authorisation.is !== 'failed') throw new Error(`${authorisation.is} is not over`);
  return noticePage(reader, {
    status: 410,
    title: 'page.ended',
    text: `failed.${authorisation.failure.reason}`,
    again: isOwnBusiness(authorisation.resource) ? overviewPath : undefined,
  });
}

/** The page after an SCA between PSU and bank. The id of its session is that of the authorisation. */
function placeAfter({ initiator, resource }: Finalised): string {
  return isEnrolment(resource) ? enrolmentPath(initiator.tppSessionId) : overviewPath;
}
