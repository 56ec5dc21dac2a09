import {
  appCookie,
  approvalCookie,
  cookieName,
  enrolmentCookie,
  isSecret,
  languageCookie,
  logInCookie,
  overviewCookie,
  unopenedCookie,
  isTransactionCookie,
  isVisitCookie,
} from './cookies.js';
import { isLanguage } from '../language/site-language.js';
import type { Language } from '../language/site-language.js';

/** The cookies of one browser, as a request sent them. */
export class Browser {
  constructor(
    private readonly cookies: Readonly<Record<string, string | undefined>>,
    private readonly secure: boolean,
  ) {}

  /** The language that the customer chose; undefined without a choice. */
  get language(): Language | undefined {
    const value = this.cookie(languageCookie);
    return isLanguage(value) ? value : undefined;
  }

  /** The secret before the log-in; undefined when the browser has shown no log-in form yet. */
  get visitorSecret(): string | undefined {
    return this.secretIn(logInCookie);
  }

  /** The app whose overview this browser saw last; any text may stand here. Undefined outside a sandbox. */
  get app(): string | undefined {
    return this.cookie(appCookie);
  }

  /** The authorisation that opened the overview in this browser; any text may stand here. */
  get overviewId(): string | undefined {
    return this.cookie(overviewCookie);
  }

  /** The authorisation that lets this browser add a passkey; any text may stand here. */
  get enrolmentId(): string | undefined {
    return this.cookie(enrolmentCookie);
  }

  /** The secret for an authorisation; undefined when nobody logged in to it in this browser. */
  secretFor(authorisationId: string): string | undefined {
    return this.secretIn(approvalCookie(authorisationId));
  }

  /** The signed log-in with this id that no stream knows; any text may stand here. */
  unopened(authorisationId: string): string | undefined {
    return this.cookie(unopenedCookie(authorisationId));
  }

  /** The names without prefix of all cookies of this site but the choice of a language. */
  get visitCookies(): readonly string[] {
    const prefix = cookieName(this.secure, '');
    return Object.keys(this.cookies)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
      .filter((name) => isVisitCookie(name));
  }

  /** The cookies of visits at the identity provider: name without prefix, and any text. */
  transactions(): readonly (readonly [name: string, value: string])[] {
    const prefix = cookieName(this.secure, '');
    return Object.entries(this.cookies).flatMap(([name, value]) => {
      const own = name.startsWith(prefix) ? name.slice(prefix.length) : '';
      return isTransactionCookie(own) && value ? [[own, value] as const] : [];
    });
  }

  private secretIn(name: string): string | undefined {
    const value = this.cookie(name);
    return isSecret(value) ? value : undefined;
  }

  private cookie(name: string): string | undefined {
    return this.cookies[cookieName(this.secure, name)];
  }
}
