import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';
import type { Operation } from './operation.js';

/** A request after the verify chain. */
export interface VerifiedRequest extends FastifyRequest {
  caller: Caller;
}

/** What every route declares: an operation, or that it is none of the signed interface. */
export type RouteDemand = Operation | 'unsigned';

/** Declares what a route demands; the verify chain reads it before the handler runs. */
export function Demands(operation: Operation): MethodDecorator {
  return RouteConfig({ demand: operation });
}

/** Declares one of the bank's own routes, such as its probes. */
export function Unsigned(): MethodDecorator {
  return RouteConfig({ demand: 'unsigned' });
}

/** What a route declared; undefined for one that declared nothing, which must not be served. */
export function demandOf(config: unknown): RouteDemand | undefined {
  return (config as { readonly demand?: RouteDemand } | undefined)?.demand;
}

/** Hands the verified caller to a handler. */
export const TheCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Caller =>
    context.switchToHttp().getRequest<VerifiedRequest>().caller,
);
