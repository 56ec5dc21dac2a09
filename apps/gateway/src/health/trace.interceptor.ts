import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Observable } from 'rxjs';
import { spanOf } from './request-telemetry.js';

/** Runs a handler inside the span of its request, which Fastify's hooks opened. */
export class TraceInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const span = spanOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (span === undefined) return next.handle();
    return new Observable((subscriber) => span.run(() => next.handle().subscribe(subscriber)));
  }
}
