import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { BodyType, ParametersClass, ReplyName } from '@nordgate/contracts/http';
import type { PaymentService } from '@nordgate/contracts/events';
import type { RouteRequirements } from './route-requirements.js';

/** JSON Schema as it stands in the description. */
export type Schema = object;

/** Headers that some answers carry besides those of every answer. */
export type AnswerHeader =
  | 'Location'
  | 'ASPSP-SCA-Approach'
  | 'ASPSP-Notification-Support'
  | 'ASPSP-VOP-Supported'
  | 'ETag'
  | 'Link';

/** What an answer of one status is. */
export interface AnswerDescription {
  readonly says: string;
  /** The name of a reply, or a schema, or schemas by service. Absent for an answer without a body. */
  readonly schema?: ReplyName | Schema | ((service: PaymentService) => readonly Schema[]);
  /** JSON unless told otherwise. */
  readonly mediaType?: string;
  readonly headers?: readonly AnswerHeader[];
  /** Where the answer leads: route ids (see {@link RouteDescription.id}) with the id they take. */
  readonly leadsTo?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What the interface's description says of a route; every route has one. */
export interface RouteDescription {
  /** Its operationId; routes of several services get the service's name behind it. */
  readonly id: string;
  readonly summary: string;
  /** The route is the former name of another one. */
  readonly deprecated?: true;
  /** `payment`: the body of each product that the bank offers in the route's service. */
  readonly body?: 'payment' | BodyType<unknown>;
  /** The body may also be a list of 1 to `listOf` such bodies. */
  readonly listOf?: number;
  /** The parameters of its query, which requests are checked against. By default there are none. */
  readonly query?: ParametersClass;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** Statuses it refuses with, besides those of every signed route. */
  readonly refuses?: readonly number[];
}

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

/** A route as the server has it. */
export interface ServedRoute {
  readonly method: string;
  /** With `:name` for parameters. */
  readonly url: string;
  readonly requirements: DeclaredRequirements;
  /** Undefined for one that forgot it, which a test does not let pass. */
  readonly description: RouteDescription | undefined;
}

/** Every route of the server, in the order in which they were added. */
export class RouteList {
  readonly routes: ServedRoute[] = [];

  /** Notes the routes that are added from now on; HEAD goes with its GET. */
  follow(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url, config }) => {
      const requirements = requirementsOf(config);
      if (requirements === undefined) return;
      const description = descriptionOf(config);
      for (const one of [method].flat().filter((name) => name !== 'HEAD')) {
        this.routes.push({ method: one, url, requirements, description });
      }
    });
  }
}
