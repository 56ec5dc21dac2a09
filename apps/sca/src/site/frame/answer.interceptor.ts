import { applyDecorators, Controller, Injectable, UseInterceptors } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map } from 'rxjs';
import type { Observable } from 'rxjs';
import { cookieName, cookieOptions } from '../security/cookies.js';
import { contentSecurityPolicy } from '../security/security-headers.js';
import type { Answer, CookieChange, Page } from './answer.js';
import { Site } from './site.service.js';

/** Sends the page or redirect that a method of a page controller returns. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor<Answer, string | undefined> {
  constructor(private readonly site: Site) {}

  intercept(context: ExecutionContext, next: CallHandler<Answer>): Observable<string | undefined> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(map((answer) => writeHead(answer, reply, this.site.secure)));
  }
}

/** A controller whose methods return a page or a redirect. */
export function PageController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseInterceptors(AnswerInterceptor));
}

/** Sends an answer from outside a controller: from the exception filter or the router. */
export function sendAnswer(answer: Answer, reply: FastifyReply, secure: boolean): void {
  void reply.send(writeHead(answer, reply, secure));
}

/** Sets status, headers and cookies. Returns the body. */
function writeHead(answer: Answer, reply: FastifyReply, secure: boolean): string | undefined {
  for (const change of answer.cookies ?? []) changeCookie(change, reply, secure);
  if (answer.is === 'redirect') {
    void reply.status(303).header('location', answer.location);
    return undefined;
  }
  writeHeadOfPage(answer, reply);
  return answer.html;
}

function writeHeadOfPage(page: Page, reply: FastifyReply): void {
  const { formTarget, hasScript, language, refresh, status } = page;
  if (refresh !== undefined) {
    void reply.header('refresh', `${String(refresh.seconds)}; url=${refresh.url}`);
  }
  void reply
    .status(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', language)
    .header('vary', 'accept-language, cookie')
    .header('content-security-policy', contentSecurityPolicy({ formTarget, hasScript }));
}

function changeCookie({ name, value }: CookieChange, reply: FastifyReply, secure: boolean): void {
  const fullName = cookieName(secure, name);
  if (value === undefined) void reply.clearCookie(fullName, cookieOptions(secure));
  else void reply.setCookie(fullName, value, cookieOptions(secure));
}
