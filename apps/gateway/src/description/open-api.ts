import { INTERFACE_VERSION, RELEASE } from '@nordgate/contracts/codes';
import type { BankProfile } from '@nordgate/contracts/profile';
import { Components } from './components.js';
import { operationOf } from './operation.js';
import type { DescribedRoute } from './operation.js';
import { pathOf } from './paths.js';
import type { ServedRoute } from './route-list.js';

/** The description of the interface (OpenAPI 3.1); of its parts no more is said than readers need. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly 'x-release': string;
    readonly description: string;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: ReturnType<Components['all']>;
}

/** What the description is of. */
export interface DescribedBank {
  readonly routes: readonly ServedRoute[];
  readonly profile: BankProfile;
  /** Whether answers of signed routes are sealed. */
  readonly sealed: boolean;
}

const info = {
  title: 'Nordgate',
  version: INTERFACE_VERSION,
  'x-release': RELEASE,
  summary: 'The bank side of PSD2 open banking',
  description: [
    'Every request to a path below /v1 is signed, but for this description.',
    'All answers are JSON in UTF-8; Accept has to leave room for it, else 406.',
    'A header without a value counts as not sent. Query parameters that are not named are refused.',
    'HEAD answers as GET does, without the body. A known path answers 405 to other methods.',
  ].join('\n'),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

/** Describes a bank from the routes that its server has. Routes without a description are left out. */
export function openApiOf({ routes, profile, sealed }: DescribedBank): OpenApi {
  const components = new Components();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    if (!isDescribed(route)) continue;
    const path = pathOf(route.url);
    const method = route.method.toLowerCase();
    const operation = operationOf(route, { profile, sealed, components });
    paths[path] = { ...paths[path], [method]: operation };
  }
  return {
    openapi: '3.1.0',
    info,
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: components.all(),
  };
}

const isDescribed = (route: ServedRoute): route is DescribedRoute =>
  route.description !== undefined;
