import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AccountsParameters,
  DescriptionParameters,
  InitiationParameters,
  SandboxAgreementsParameters,
  SandboxCustomersParameters,
  TransactionsParameters,
} from '@nordgate/contracts/http';
import { objectSchema } from '@nordgate/contracts/fields';
import type { BodyClass } from '@nordgate/contracts/fields';
import { MESSAGE_CODES } from '@nordgate/contracts/codes';
import { Validator } from '@seriousme/openapi-schema-validator';
import { fastify } from 'fastify';
import { sandboxService } from '../request/route-requirements.js';
import { describedSandbox, servedDescription } from '../testing/described-gateway.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import type { OpenApi } from './open-api.js';
import { RouteList } from '../request/route.decorator.js';

const root = join(import.meta.dirname, '../../../..');

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly (
    | { readonly name: string; readonly required: boolean }
    | { readonly $ref: string }
  )[];
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}

const operationsOf = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, one]) => [`${method.toUpperCase()} ${path}`, one as Operation] as const,
    ),
  );

describe('the description of the interface', () => {
  let gateway: StubbedGateway;
  let document: OpenApi;
  beforeAll(async () => {
    gateway = await startStubbedGateway();
    document = await describedSandbox();
  });
  afterAll(() => gateway.stop());

  it('is OpenAPI 3.1 by its own schema', async () => {
    const verdict = await new Validator().validate({ ...structuredClone(document) });
    expect([verdict.valid, verdict.errors]).toEqual([true, undefined]);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('is the golden file (npm run describe writes it)', () => {
    const golden = readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8');
    expect(document).toEqual(JSON.parse(golden));
  });

  it('has operation ids that are unique, and links that lead to one of them', () => {
    const ids = operationsOf(document).map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const led = [...JSON.stringify(document).matchAll(/"operationId":"([^"]+)","parameters":\{/g)];
    expect(led.length).toBeGreaterThan(5);
    expect(led.map(([, id]) => id).filter((id = '') => !ids.includes(id))).toEqual([]);
  });

  it('declares Location only where GET is served at the path that Location names', () => {
    const declaring = operationsOf(document).filter(([, { responses }]) =>
      Object.entries(responses).some(
        ([status, { headers = {} }]) => status.startsWith('2') && 'Location' in headers,
      ),
    );
    expect(declaring.length).toBeGreaterThan(20);
    const reads = Object.entries(document.paths).flatMap(([path, methods]) =>
      'get' in methods ? [path.replace(/\{[^}]+\}/g, '{}')] : [],
    );
    const unread = declaring.filter(([route]) => {
      const [method, path = ''] = route.replace(/\{[^}]+\}/g, '{}').split(' ');
      return !reads.includes(method === 'PUT' ? path : `${path}/{}`);
    });
    expect(unread.map(([route]) => route)).toEqual([]);
  });

  it('refers to parts that are there', () => {
    const referred = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
    const parts: Record<string, object> = document.components;
    expect(referred.length).toBeGreaterThan(100);
    const missing = referred.filter(([, kind = '', name = '']) => !(name in (parts[kind] ?? {})));
    expect(missing).toEqual([]);
  });

  it('says which headers an operation needs, as the checks do', () => {
    const needed = new Map(
      operationsOf(document).map(([route, { parameters }]) => [
        route,
        parameters
          .map((one) =>
            '$ref' in one
              ? (document.components.parameters[one.$ref.split('/').at(-1) ?? ''] as {
                  readonly name: string;
                  readonly required: boolean;
                })
              : one,
          )
          .filter(({ required }) => required)
          .map(({ name }) => name),
      ]),
    );
    expect(needed.get('POST /v1/payments/{payment-product}')).toEqual([
      ...['payment-product', 'x-accept-fix', 'X-Request-ID', 'TPP-Redirect-URI'],
      'PSU-IP-Address',
    ]);
    expect(needed.get('GET /v1/user')).toEqual(['X-Request-ID', 'TPP-Redirect-URI']);
    const signed = [...needed].filter(([, names]) => names.includes('X-Request-ID'));
    const leadsNobody = (route: string) => / \/v1\/(?:sandbox|tpp\/contact)/.test(route);
    const optional = signed.filter(([, names]) => !names.includes('TPP-Redirect-URI'));
    expect(optional).toEqual(signed.filter(([route]) => leadsNobody(route)));
    expect([signed.length > 20, optional.length > 20]).toEqual([true, true]);
  });

  it('has a text for each header of requests and answers', () => {
    const { parameters, headers } = document.components;
    const parts = Object.entries({ ...parameters, ...headers }) as [
      string,
      { description?: string },
    ][];
    expect(parts.length).toBeGreaterThan(30);
    const empty = parts.filter(([, { description = '' }]) => !/^\w.{10}/.test(description));
    expect(empty.map(([name]) => name)).toEqual([]);
  });

  it('describes the signature of each signed operation as its security, and asks for none elsewhere', () => {
    const { securitySchemes } = document.components;
    expect(
      Object.values(securitySchemes).map(({ name }: { readonly name: string }) => name),
    ).toEqual([...['TPP-Signature-Certificate', 'Signature']]);
    const both = Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, []]));
    for (const [, { parameters, security }] of operationsOf(document)) {
      const isSigned = parameters.some(
        (one) => '$ref' in one && one.$ref.endsWith('/X-Request-ID'),
      );
      expect(security).toEqual(isSigned ? [both] : []);
    }
  });

  it('has the tags in the order of the journey of a TPP, and one of them for each operation', () => {
    const groups = document['x-tagGroups'];
    expect(groups.map(({ name }) => name)).toEqual([
      ...['First contact', 'Consents and accounts', 'Payments', 'Baskets', 'Authorisations'],
      ...['Sandbox', 'About the bank'],
    ]);
    expect(groups.flatMap(({ tags }) => tags)).toEqual(document.tags.map(({ name }) => name));
    const tagOfOperation = new Map(
      operationsOf(document).map(([route, { tags }]) => [route, tags]),
    );
    expect(tagOfOperation.get('GET /v1/user')).toEqual(['PSU and session']);
    expect(tagOfOperation.get('GET /v1/payments/{payment-product}/{payment-id}/status')).toEqual([
      'Single payments',
    ]);
    expect(tagOfOperation.get('POST /v1/signing-baskets/{basket-id}/authorisations')).toEqual([
      'Authorisations',
    ]);
    expect(tagOfOperation.get('POST /v1/consents/{consent-id}/authorisations')).toEqual([
      'Former names',
    ]);
    const known = new Set(document.tags.map(({ name }) => name));
    const strays = [...tagOfOperation].filter(([, [tag = '']]) => !known.has(tag));
    expect(strays).toEqual([]);
  });

  it('marks exactly the former paths of consents as deprecated', () => {
    const marked = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, one]) =>
        'deprecated' in one && one.deprecated === true ? [`${method} ${path}`] : [],
      ),
    );
    expect(marked.sort()).toEqual([
      'delete /v1/consents/{consent-id}',
      'get /v1/consents/{consent-id}',
      'get /v1/consents/{consent-id}/authorisations',
      'get /v1/consents/{consent-id}/authorisations/{authorisation-id}',
      'get /v1/consents/{consent-id}/status',
      'post /v1/consents',
      'post /v1/consents/{consent-id}/authorisations',
    ]);
  });

  it('says what a query may have, from the schema that it is held against', () => {
    const ofQueries = operationsOf(document).flatMap(([route, { parameters }]) =>
      parameters.flatMap((one) => ('in' in one && one.in === 'query' ? [[route, one]] : [])),
    );
    const described = (parameters: BodyClass, route: string) => {
      const { properties = {}, required = [] } = objectSchema(parameters);
      return Object.entries(properties).map(([name, schema]) => {
        const { description } = schema;
        const isRequired = required.includes(name);
        return [route, { name, in: 'query', required: isRequired, description, schema }];
      });
    };
    const ofLists = ['accounts', 'card-accounts'].map((path) => [
      ...described(AccountsParameters, `GET /v1/${path}`),
      ...described(AccountsParameters, `GET /v1/${path}/{${path.slice(0, -1)}-id}`),
      ...described(
        TransactionsParameters,
        `GET /v1/${path}/{${path.slice(0, -1)}-id}/transactions`,
      ),
    ]);
    const initiations = ['bulk-payments', 'payments', 'periodic-payments'].map(
      (service) => `POST /v1/${service}/{payment-product}`,
    );
    const routes = [
      ...ofLists.flat(),
      ...described(SandboxAgreementsParameters, 'GET /v1/sandbox/agreements'),
      ...described(SandboxCustomersParameters, 'GET /v1/sandbox/customers'),
      ...described(DescriptionParameters, 'GET /v1/openapi.json'),
      ...initiations.flatMap((route) => described(InitiationParameters, route)),
    ];
    expect(ofQueries.toSorted(byRoute)).toEqual(routes.toSorted(byRoute));
  });

  it('has no time without an offset, and delivers no events', () => {
    const text = JSON.stringify(document.components.schemas);
    const times = [...text.matchAll(/"(\w+(?:At|Time))":(\{[^{}]*\})/g)];
    const loose = times.filter(([, , schema = '']) => !schema.includes('"format":"date-time"'));
    expect([times.map(([, name]) => name), loose]).toEqual([
      [
        'lastChangeDateTime',
        'acceptorTransactionDateTime',
        'expiresAt',
        'startedAt',
        'completedAt',
        'startedAt',
        'acceptorTransactionDateTime',
        'registeredAt',
        'sessionEndsAt',
      ],
      [],
    ]);
    expect(Object.keys(document)).toEqual([
      ...['openapi', 'info', 'servers', 'tags', 'x-tagGroups', 'paths', 'components'],
    ]);
    expect(JSON.stringify(document)).not.toContain('"callbacks"');
  });

  it('has every code of errors, and the offered products by all their names', () => {
    expect(JSON.stringify(document.components.schemas)).toContain(JSON.stringify(MESSAGE_CODES));
    const text = JSON.stringify(document.paths['/v1/payments/{payment-product}/{payment-id}']);
    expect(text).toContain('norwegian-cross-border-credit-transfers');
  });

  it('of production has no sandbox', async () => {
    const production = await servedDescription({ environment: 'production' });
    const gone = Object.keys(document.paths).filter((path) => !(path in production.paths));
    const ofSandbox = Object.keys(document.paths).filter((path) =>
      /^\/(?:v1\/sandbox|docs\/first-payment)/.test(path),
    );
    expect(ofSandbox).toContain('/v1/sandbox/customers/{customer-id}/accounts');
    expect(gone).toEqual(ofSandbox);
  });

  it('promises no seal where there is none', async () => {
    const unsealed = await servedDescription({ responseSeal: undefined });
    const promised = ({ components: { headers, responses } }: OpenApi) => [
      'Digest' in headers,
      JSON.stringify(responses['Refused400']).includes('#/components/headers/Digest'),
    ];
    expect([promised(unsealed), promised(document)]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it('is answered 304 to who has it', async () => {
    const first = await fetch(`${gateway.url}/v1/openapi.json`);
    expect(first.headers.get('cache-control')).toContain('max-age');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await fetch(`${gateway.url}/v1/openapi.json`, { headers });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('a route without a description', () => {
  it('is found', async () => {
    const list = new RouteList();
    const server = fastify();
    list.follow(server);
    server.get('/told', { config: { requirements: 'unsigned', description: told } }, () => '');
    server.get('/untold', { config: { requirements: sandboxService } }, () => '');
    await server.ready();
    expect(list.routes.filter(({ description }) => !description).map(({ url }) => url)).toEqual([
      '/untold',
    ]);
  });

  it('is not in the gateway', async () => {
    const gateway = await startStubbedGateway();
    const document = (await (await fetch(`${gateway.url}/v1/openapi.json`)).json()) as OpenApi;
    const sources = gateway.routes.filter(({ description }) => description === undefined);
    await gateway.stop();
    expect(sources.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    expect(operationsOf(document)).toHaveLength(gateway.routes.length);
  });
});

const told = { id: 'told', summary: 'Told', answers: {} };

const byRoute = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]));
