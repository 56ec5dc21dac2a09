import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { TppAdmission } from '@nordgate/contracts/queries';
import { addressKeyOf, TokenBuckets } from '@nordgate/service/edge';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderPage } from './console-pages.loader.js';
import type { PageName } from './console-pages.loader.js';
import { ConsoleBank } from './console-bank.service.js';
import { ConsoleClocks } from './console-clock.service.js';
import type { ShownClock } from './console-clock.service.js';
import { ConsoleVisits, visitSeconds } from './console-visits.queries.js';
import type { Visit } from './console-visits.queries.js';
import { CONSOLE_SETTINGS } from './console.settings.js';
import type { ConsoleSettings } from './console.settings.js';

/** Wrong codes that one address may try at once, and within this time again. */
const tries = { max: 10, seconds: 600, addressesMax: 10_000 } as const;

/** How often a browser fetches a page that its visitor wants to see renewed. */
const refreshSeconds = 5;

/** The fields of a form that the console reads. */
export type Form = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a page of a visit is made of. */
export interface VisitPage {
  readonly name: PageName;
  readonly title: string;
  readonly data: object;
  /** Default: 200. */
  readonly status?: number;
  /** Whether the browser fetches the page again and again; undefined for a page without that choice. */
  readonly live?: boolean;
}

/** Answers a request of a visit: with a page, or with the path that follows. */
export type AnswerVisit = (
  visit: AdmittedVisit,
  request: FastifyRequest,
) => Promise<VisitPage | string>;

/** A visit of a TPP that may act now. */
export interface AdmittedVisit extends Visit {
  /** The roles that the TPP has now, at most those of the request that made the code. */
  readonly roles: readonly string[];
}

/** Lets a browser with a visit see pages and post forms, and every other browser the page for a code. */
@Injectable()
export class ConsoleGuard {
  private readonly codes = new TokenBuckets({
    perSecond: tries.max / tries.seconds,
    burst: tries.max,
    keysMax: tries.addressesMax,
  });

  constructor(
    @Inject(CONSOLE_SETTINGS) private readonly settings: ConsoleSettings,
    private readonly visits: ConsoleVisits,
    private readonly bank: ConsoleBank,
    private readonly clocks: ConsoleClocks,
  ) {}

  /** A handler of Fastify for a page of a visit. */
  page(answer: AnswerVisit) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const visit = await this.visits.find(request.cookies[this.cookie]);
      if (visit === undefined) return codePage(reply, request.url === '/' ? 200 : 401);
      const admission = await this.admissionOf(visit);
      if (admission.is === 'refused') return codePage(reply, 403, admission.why);
      const { roles } = admission;
      const shown = await answer({ ...visit, roles }, request);
      if (typeof shown === 'string') return reply.redirect(shown, 303);
      // After the answer, which may have moved the clock.
      return send(reply, request, { ...visit, clock: await this.clocks.clock(visit.tpp) }, shown);
    };
  }

  /** The same for a form, which has to carry the token of the visit. */
  form(answer: AnswerVisit) {
    return this.page((visit, request) =>
      isTokenOf(visit, formOf(request)['token'])
        ? answer(visit, request)
        : Promise.resolve(oldForm),
    );
  }

  /** Opens a visit by a code. */
  async open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const address = addressKeyOf(request.ip);
    const seconds = this.codes.take(address);
    if (seconds !== undefined) {
      return codePage(
        reply.header('retry-after', String(seconds)),
        429,
        'There were too many codes from this address. Wait a few minutes.',
      );
    }
    const { code } = formOf(request);
    const visit = typeof code === 'string' ? await this.opened(code, address) : undefined;
    if (visit === undefined) {
      return codePage(reply, 400, 'The code is wrong, was used already, or has expired.');
    }
    this.codes.giveBack(address);
    const admission = await this.admissionOf(visit);
    if (admission.is === 'refused') return codePage(reply, 403, admission.why);
    const options = { httpOnly: true, sameSite: 'strict', path: '/', secure: this.secure } as const;
    void reply.setCookie(this.cookie, visit.secret, { ...options, maxAge: visitSeconds });
    return reply.redirect('/', 303);
  }

  /** A code that nobody could check does not count as a wrong one. */
  private async opened(code: string, address: string): Promise<Visit | undefined> {
    try {
      return await this.visits.open(code);
    } catch (error) {
      this.codes.giveBack(address);
      throw error;
    }
  }

  /** A TPP that may no longer act loses its codes and visits. */
  private async admissionOf({ tpp, holder }: Visit): Promise<TppAdmission> {
    const admission = await this.bank.admission(holder);
    if (admission.is === 'refused') await this.visits.endAllOf(tpp);
    return admission;
  }

  /** Ends the visit. */
  async end(visit: Visit): Promise<string> {
    await this.visits.end(visit);
    return '/';
  }

  private get secure(): boolean {
    return this.settings.publicUrl?.startsWith('https:') ?? false;
  }

  /** Browsers send a cookie with this prefix over https only, to the host that has set it (RFC 6265bis). */
  private get cookie(): string {
    return this.secure ? '__Host-nordgate-console' : 'nordgate-console';
  }
}

const oldForm: VisitPage = {
  name: 'notice',
  title: 'The form is too old',
  data: { text: 'Open the page again, and send its form.' },
  status: 403,
};

/** The fields of a posted form. */
export function formOf({ body }: FastifyRequest): Form {
  return (body ?? {}) as Form;
}

function isTokenOf({ formToken }: Visit, sent: Form[string]): boolean {
  if (typeof sent !== 'string' || sent.length !== formToken.length) return false;
  const [own, other] = [Buffer.from(formToken), Buffer.from(sent)];
  return own.length === other.length && timingSafeEqual(own, other);
}

function send(
  reply: FastifyReply,
  request: FastifyRequest,
  { tpp, formToken, clock }: Visit & { readonly clock: ShownClock | undefined },
  { name, title, data, status = 200, live }: VisitPage,
): FastifyReply {
  const [path = ''] = request.url.split('?');
  const html = renderPage(name, { title, tpp, formToken, path, live, clock }, data);
  if (live === true) void reply.header('refresh', String(refreshSeconds));
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}

function codePage(reply: FastifyReply, status: number, fault?: string): FastifyReply {
  const html = renderPage('code', { title: 'Enter a code', path: '' }, { fault });
  // No browser knows the scheme, so none asks for a password.
  if (status === 401) void reply.header('www-authenticate', 'Code');
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}
