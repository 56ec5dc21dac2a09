import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { RouteDescription } from '../description/route-description.js';
import type { Caller } from './caller.js';
import type { Operation } from './operation.js';

/** A request after the verify chain. */
export interface VerifiedRequest extends FastifyRequest {
  caller: Caller;
}

/** What every route declares: an operation, or that it is none of the signed interface. */
export type RouteDemand = Operation | 'unsigned';

/** Declares what a route demands, read by the verify chain, and what the description says of it. */
export function Demands(operation: Operation, description?: RouteDescription): MethodDecorator {
  return RouteConfig({ demand: operation, description });
}

/** Declares one of the bank's own routes, such as its probes. */
export function Unsigned(description?: RouteDescription): MethodDecorator {
  return RouteConfig({ demand: 'unsigned', description });
}

/** What a route declared; undefined for one that declared nothing, which must not be served. */
export function demandOf(config: unknown): RouteDemand | undefined {
  return (config as { readonly demand?: RouteDemand } | undefined)?.demand;
}

/** What the interface's description says of a route. */
export function descriptionOf(config: unknown): RouteDescription | undefined {
  return (config as { readonly description?: RouteDescription } | undefined)?.description;
}

/** Hands the verified caller to a handler. */
export const TheCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Caller =>
    context.switchToHttp().getRequest<VerifiedRequest>().caller,
);
