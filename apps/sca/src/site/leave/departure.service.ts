import { Injectable } from '@nestjs/common';
import type { IdKeys } from '@nordgate/contracts/rules';
import { isOpenedHere } from '../../authorisation/authorisation.js';
import type { Authorisation, Finalised } from '../../authorisation/authorisation.js';
import { isEnrolment, isOwnBusiness } from '../../authorisation/same-challenge.js';
import type { Outcome } from './outcome.js';
import { SettlementService } from './settlement.service.js';
import { redirectTo } from '../frame/answer.js';
import type { Answer, CookieChange } from '../frame/answer.js';
import { noticePage } from '../frame/notice.page.js';
import { enrolmentPath, overviewPath } from '../frame/site-address.js';
import { Site } from '../frame/site.service.js';
import type { Reader } from '../frame/site.service.js';
import { endedPage, needsWord } from './ended.page.js';
import { exitOf, leavingAfter } from './exit.js';
import { approvalCookie } from '../security/cookies.js';

/** Sends PSUs away when their authorisation is over. */
@Injectable()
export class DepartureService {
  constructor(
    private readonly settlement: SettlementService,
    private readonly site: Site,
  ) {}

  /**
   * Waits until the decision has taken effect, then answers with the way out: to the TPP with the result,
   * or on within this site when no TPP waits. Throws when the authorisation is not over.
   */
  async leave(id: string, authorisation: Authorisation, reader: Reader): Promise<Answer> {
    const outcome = await this.settlement.settle(id, authorisation);
    const way =
      departure(authorisation, outcome, { ...reader, ids: this.site.keys.ids }) ??
      (await this.donePage(authorisation, reader));
    const cookies = [...(way.cookies ?? []), ...spentCookies(id, authorisation)];
    return { ...way, cookies };
  }

  /** The page after a success when the address of the TPP may not be used. */
  private async donePage(authorisation: Authorisation, reader: Reader): Promise<Answer> {
    const isFirst =
      authorisation.is === 'finalised' && (await this.settlement.isFirstSignature(authorisation));
    return noticePage(reader, {
      status: 200,
      title: 'page.done',
      text: 'page.done.text',
      passOn: isFirst ? reader.overviewUrl : undefined,
    });
  }
}

/**
 * To the TPP at once after a success, and where the PSU chose to leave. After any other failure a page says first
 * what happened. Undefined for a success whose return address may not be used.
 */
function departure(
  authorisation: Authorisation,
  outcome: Outcome,
  reader: Reader & { readonly ids: IdKeys },
): Answer | undefined {
  if (authorisation.is === 'finalised' && isOwnBusiness(authorisation.resource)) {
    return redirectTo(placeAfter(authorisation));
  }
  if ('initiator' in authorisation && isOpenedHere(authorisation)) {
    return redirectTo(`${overviewPath}?after=${authorisation.initiator.tppSessionId}`);
  }
  if (authorisation.is !== 'finalised' && authorisation.is !== 'failed') {
    throw new Error(`${authorisation.is} is not over`);
  }
  const way =
    authorisation.is === 'failed'
      ? authorisation.failure.reason
      : leavingAfter(authorisation, outcome);
  const exit = exitOf(authorisation, outcome, reader);
  if (exit !== undefined && (way === undefined || !needsWord(way))) return redirectTo(exit.href);
  return way && endedPage(reader, authorisation, { way, leads: true });
}

/**
 * The cookie of an approval ends with it. That of the bank's own page stays while the visit there lasts, and that of
 * a second signer until the overview has said what became of the signature.
 */
function spentCookies(id: string, authorisation: Authorisation): readonly CookieChange[] {
  const isKept =
    'initiator' in authorisation &&
    (isOpenedHere(authorisation) ||
      (authorisation.is === 'finalised' && isOwnBusiness(authorisation.resource)));
  return isKept ? [] : [{ name: approvalCookie(id) }];
}

/** The page after an SCA between PSU and bank. The id of its session is that of the authorisation. */
function placeAfter({ initiator, resource }: Finalised): string {
  return isEnrolment(resource) ? enrolmentPath(initiator.tppSessionId) : overviewPath;
}
