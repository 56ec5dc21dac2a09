import { RouteConfig } from '@nestjs/platform-fastify';
import type { RouteDescription } from './route-description.js';
import type { RouteRequirements } from './route-requirements.js';

/** What a route declares: its requirements, or that its requests are not signed. */
export type DeclaredRequirements = RouteRequirements | 'unsigned';

/** A route of the signed interface: its requirements and its entry in the OpenAPI description. */
export function SignedRoute(
  requirements: RouteRequirements,
  description?: RouteDescription,
): MethodDecorator {
  return RouteConfig({ requirements, description });
}

/** One of the bank's own routes, such as its probes: the gateway verifies nothing. */
export function UnsignedRoute(description?: RouteDescription): MethodDecorator {
  return RouteConfig({ requirements: 'unsigned', description });
}

/** The declared requirements of a route. A route with undefined ones must not be served. */
export function requirementsOf(config: unknown): DeclaredRequirements | undefined {
  return (config as { readonly requirements?: DeclaredRequirements } | undefined)?.requirements;
}

/** The declared description of a route. */
export function descriptionOf(config: unknown): RouteDescription | undefined {
  return (config as { readonly description?: RouteDescription } | undefined)?.description;
}
