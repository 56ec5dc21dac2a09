import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authorisation, Finalised, Link } from '../../domain/authorisation.js';
import { isOpenedHere } from '../../domain/opened-here.js';
import { isEnrolment, isOwnBusiness } from '../../domain/same-challenge.js';
import { knowWayBack } from '../frame/known-way-back.http.js';
import { SiteRefusal } from '../frame/site-refusal.js';
import { Site } from '../frame/site.http.js';
import { exitOf, failureExit } from '../redirect/exit.js';
import { browserCookie, cookieOptions, isSecret, logInCookie } from '../security/cookies.js';
import { csrfToken, hashOf, isSameText } from '../security/tokens.js';
import type { FormName } from '../security/tokens.js';
import { Authorisations } from './authorisations.http.js';
import { ownAuthorisation } from './own-authorisation.js';
import type { OwnAuthorisation } from './own-authorisation.js';

/** A request of the browser in which the PSU logged in. */
export interface Visit {
  readonly id: string;
  readonly authorisation: OwnAuthorisation;
  readonly now: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The browser's own. */
  readonly secret: string;
  /** For the forms of its pages. */
  readonly csrf: string;
}

/** Where the PSU's own overview is. */
export const overviewPath = '/my';

/** The overview, told which authorisation of the bank's own has ended: its id is its session. */
function afterSigning({ initiator }: Pick<Link, 'initiator'>): string {
  return `${overviewPath}?after=${initiator.tppSessionId}`;
}
/** Where a PSU comes to add a passkey. */
export const passkeysPath = `${overviewPath}/passkeys`;

/** Ids as the gateway makes them; anything else needs no look into the database. */
const idForm = /^[0-9A-Za-z_-]{8,64}$/;

/** Lets browsers in, and sends PSUs back to their TPP. */
@Injectable()
export class Visits {
  constructor(
    private readonly site: Site,
    private readonly authorisations: Authorisations,
  ) {}

  /** The visit, if this browser owns the authorisation. Throws SiteRefusal. */
  async begin(request: FastifyRequest, reply: FastifyReply, id: string): Promise<Visit> {
    if (!this.isId(id)) throw new SiteRefusal('not-found');
    const secret = this.browserSecret(request, id);
    if (secret === undefined) throw new SiteRefusal('other-browser');
    const { authorisation: found, now } = await this.authorisations.load(id);
    const authorisation = ownAuthorisation(found, hashOf(secret));
    if (authorisation === undefined) throw new SiteRefusal('other-browser');
    const site = this.site.reader(request);
    knowWayBack(request, () => failureExit(authorisation, 'unavailable', site));
    const csrf = this.formToken('decide', id, secret);
    return { id, authorisation, now, request, reply, secret, csrf };
  }

  /** The token for a form of this browser. */
  formToken(form: FormName, id: string, secret: string): string {
    return csrfToken(this.site.keys.cookies, form, id, secret);
  }

  /** Whether an address can name an authorisation at all. */
  isId(id: string): boolean {
    return idForm.test(id);
  }

  /** The secret of a browser that may own the authorisation. */
  browserSecret(request: FastifyRequest, id: string): string | undefined {
    const secret = request.cookies[browserCookie(this.site.secure, id)];
    return isSecret(secret) ? secret : undefined;
  }

  /** On to the approval, with the secret that the log-in has made for this browser. */
  enter(reply: FastifyReply, id: string, secret: string): void {
    const { secure } = this.site;
    void reply.setCookie(browserCookie(secure, id), secret, cookieOptions(secure));
    this.site.seeOther(reply, `/sign/${id}`);
  }

  /** The secret of a browser that has seen a log-in form. */
  visitor(request: FastifyRequest): string | undefined {
    const secret = request.cookies[logInCookie(this.site.secure)];
    return isSecret(secret) ? secret : undefined;
  }

  /** A secret for a browser that sees its first log-in form. */
  newVisitor(reply: FastifyReply): string {
    const { secure } = this.site;
    const secret = randomBytes(32).toString('base64url');
    void reply.setCookie(logInCookie(secure), secret, cookieOptions(secure));
    return secret;
  }

  /** Throws SiteRefusal unless the form was ours and made for this visit. */
  checkForm({ id, csrf }: Visit, sent: string): void {
    if (!isSameText(sent, csrf)) throw new SiteRefusal('form', `/sign/${id}`);
  }

  /** Sends the PSU to the TPP with the result of an authorisation that is over. */
  leave(request: FastifyRequest, reply: FastifyReply, authorisation: Authorisation): void {
    if (authorisation.is === 'finalised' && isOwnBusiness(authorisation.resource)) {
      return this.site.seeOther(reply, placeAfter(authorisation));
    }
    if ('initiator' in authorisation && isOpenedHere(authorisation)) {
      return this.site.seeOther(reply, afterSigning(authorisation));
    }
    const exit = exitOf(authorisation, this.site.reader(request));
    if (exit !== undefined) return this.site.seeOther(reply, exit.href);
    // The TPP's address may not be used: the result is told here.
    if (authorisation.is === 'finalised') {
      const done = { status: 200, title: 'page.done', text: 'page.done.text' } as const;
      return this.site.notice(request, reply, done);
    }
    if (authorisation.is !== 'failed') throw new Error(`${authorisation.is} is not over`);
    const text = `failed.${authorisation.failure.reason}` as const;
    const again = isOwnBusiness(authorisation.resource) ? { again: overviewPath } : {};
    this.site.notice(request, reply, { status: 410, title: 'page.ended', text, ...again });
  }
}

/** Where a PSU goes on after an SCA between them and the bank, which is a session of its own. */
function placeAfter({ initiator, resource }: Finalised): string {
  return isEnrolment(resource) ? `${passkeysPath}/${initiator.tppSessionId}` : overviewPath;
}
