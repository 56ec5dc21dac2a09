import { INTERFACE_VERSION, RELEASE } from '@nordgate/contracts/codes';
import type { DescribedHeaders } from '@nordgate/contracts/http';
import type { BankProfile } from '@nordgate/contracts/profile';
import { Components } from './components.js';
import { headersWithoutNeed } from './request-parameters.js';
import { operationOf } from './operation.js';
import type { DescribedRoute } from './operation.js';
import { pathOf } from './paths.js';
import { psuCasesText } from './psu-cases.js';
import type { ServedRoute } from '../request/route.decorator.js';
import { securitySchemes } from './security.js';
import { tagOf, tagsAmong } from './tags.js';
import type { Tag } from './tags.js';

/** The description of the interface (OpenAPI 3.1); of its parts no more is said than readers need. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly 'x-release': string;
    readonly description: string;
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly Tag[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: ReturnType<Components['all']> & {
    readonly securitySchemes: typeof securitySchemes;
  };
}

/** What the description is of. */
export interface DescribedBank {
  readonly routes: readonly ServedRoute[];
  readonly profile: BankProfile;
  /** Whether answers of signed routes are sealed. */
  readonly sealed: boolean;
  /** The day in Oslo from which the dates of examples count. */
  readonly today: string;
  /** Whether header parameters that no request needs are described. */
  readonly headers: DescribedHeaders;
  /** What the description begins with, in Markdown; empty without a sandbox. */
  readonly start?: string;
}

const info = {
  title: 'Nordgate',
  version: INTERFACE_VERSION,
  'x-release': RELEASE,
  summary: 'The bank side of PSD2 open banking',
  description: [
    'Every request to a path below /v1 is signed, except for this description and the status.',
    'All answers are JSON in UTF-8; Accept has to leave room for it, else 406.',
    'A header without a value counts as not sent. Query parameters that are not named are refused.',
    'HEAD answers as GET does, without the body, its length and its Digest. A known path answers 405 to other methods.',
    '',
    ...psuCasesText,
    '',
    'The order of this description is the journey of a TPP: first contact, consents and accounts, payments, baskets,',
    'authorisations, sandbox. The samples sign as the security scheme RequestSignature describes. They read the',
    'variables TPP_CERT and TPP_KEY (PEM files), BANK (the address of the bank), and the ids by their names, such as PSU_ID.',
    '',
    'Dates in examples count from the day on which a bank serves this description, so the bank accepts them. In a file of',
    'this description they count from the day on which it was written; `docs/reference/openapi.json` counts from 2030-01-01.',
    'A date of execution has to be at most as far ahead as the bank takes orders (365 days if it says nothing else).',
  ].join('\n'),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

/** What the description with minimal headers says about the others. */
const minimalNote = [
  '',
  '',
  'This description has the header parameters that a request may need. The bank also takes',
  `${headersWithoutNeed.join(', ')}.`,
].join('\n');

/** Describes a bank from the routes that its server has. Routes without a description are left out. */
export function openApiOf({
  routes,
  profile,
  sealed,
  today,
  headers,
  start = '',
}: DescribedBank): OpenApi {
  const components = new Components();
  const paths: Record<string, Record<string, object>> = {};
  const used = new Set<string>();
  for (const route of routes) {
    if (!isDescribed(route)) continue;
    const path = pathOf(route.url);
    const method = route.method.toLowerCase();
    const operation = operationOf(route, { profile, sealed, components, today, headers });
    paths[path] = { ...paths[path], [method]: operation };
    used.add(tagOf(route.url));
  }
  return {
    openapi: '3.1.0',
    info: {
      ...info,
      description: `${start}${info.description}${headers === 'all' ? '' : minimalNote}`,
    },
    servers: [{ url: '/', description: 'The bank that serves this description.' }],
    ...tagsAmong(used),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { ...components.all(), securitySchemes },
  };
}

const isDescribed = (route: ServedRoute): route is DescribedRoute =>
  route.description !== undefined;
