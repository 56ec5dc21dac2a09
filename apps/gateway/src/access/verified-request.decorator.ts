import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';

/** A request whose signature holds over its headers: a TPP sent it, and its body may be read. */
export interface ProvenRequest extends FastifyRequest {
  tppId: string;
  /** The body as received; empty for no body. */
  received: Buffer;
}

/** A request after its verification. */
export interface VerifiedRequest extends ProvenRequest {
  caller: Caller;
}

/** Gives a handler the verified caller of the request. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Caller =>
    context.switchToHttp().getRequest<VerifiedRequest>().caller,
);
