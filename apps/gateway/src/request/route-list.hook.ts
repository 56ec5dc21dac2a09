import type { FastifyInstance } from 'fastify';
import { requirementsOf, descriptionOf } from './route.decorator.js';
import type { DeclaredRequirements } from './route.decorator.js';
import type { RouteDescription } from './route-description.js';

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
