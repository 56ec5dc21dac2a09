import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Psd2Role } from '@nordgate/signature';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';
import type { RouteDescription } from './route-description.js';

/**
 * What a signed route requires of a request. The kinds: `initiation` creates a payment or a basket
 * (specification 4.3 in full). `reading` returns the details or the status of such a resource.
 * `accountAccess` acts on behalf of a PSU, who may be unknown yet. `service` needs the TPP's own
 * headers only.
 */
export interface RouteRequirements {
  readonly kind: 'initiation' | 'reading' | 'accountAccess' | 'service';
  /** The PSD2 role that the certificate needs. Absent where a TPP of any role may call. */
  readonly role?: Psd2Role;
  /** The request needs a Digest, whatever its body (specification 4.1, 4.2). */
  readonly digestRequired?: boolean;
  /** PSU-ID may be missing at first contact; initiations then need PSU-Context. */
  readonly firstContact?: boolean;
}

export const paymentInitiation: RouteRequirements = {
  kind: 'initiation',
  role: 'PSP_PI',
  digestRequired: true,
  firstContact: true,
};
export const basketCreation: RouteRequirements = { kind: 'initiation', role: 'PSP_PI' };
export const paymentReading: RouteRequirements = { kind: 'reading', role: 'PSP_PI' };
/** Changes a payment or basket after its initiation: cancels it, or starts another authorisation. */
export const paymentChange: RouteRequirements = { kind: 'accountAccess', role: 'PSP_PI' };
/** `/v1/user` also serves a PISP that is not an AISP (specification 4.4). */
export const userReading: RouteRequirements = { kind: 'accountAccess', firstContact: true };
/** Reads accounts on behalf of a PSU, or asks for a consent. Includes the first contact. */
export const accountReading: RouteRequirements = {
  kind: 'accountAccess',
  role: 'PSP_AI',
  firstContact: true,
};
/** Reads or ends a consent that the TPP asked for. */
export const consentReading: RouteRequirements = { kind: 'reading', role: 'PSP_AI' };
export const sandboxService: RouteRequirements = { kind: 'service' };

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

/** A request after its verification. */
export interface VerifiedRequest extends FastifyRequest {
  caller: Caller;
}

/** Gives a handler the verified caller of the request. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Caller =>
    context.switchToHttp().getRequest<VerifiedRequest>().caller,
);
