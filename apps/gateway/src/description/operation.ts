import { operationIdOf } from '../request/operation-id.js';
import { replySchema, sentSchema } from '@nordgate/contracts/http';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { BodyType, DescribedHeaders } from '@nordgate/contracts/http';
import type { PaymentService } from '@nordgate/contracts/events';
import { headersOf, refusal, refusalsOfAll } from './answers.js';
import { codeSamples, sampleHeaders } from './code-samples.js';
import { pascalCase } from './components.js';
import type { Components } from './components.js';
import { exampleOn, namedExamples } from './examples.js';
import { offersIn, pathOf, pathParameters } from './paths.js';
import { serviceOf } from '../request/operation-id.js';
import { requirementsUnder } from '../request/route-requirements.js';
import {
  filledBySigner,
  headerParameters,
  queryParametersOf,
  sampleQuery,
  sampleRequired,
} from './request-parameters.js';
import type {
  AnswerDescription,
  RouteDescription,
  Schema,
  ServedRoute,
} from '../request/route.decorator.js';
import { securityOf } from './security.js';
import { tagOf } from './tags.js';

/** What a route is described by. */
export interface Describing {
  readonly profile: BankProfile;
  readonly sealed: boolean;
  readonly components: Components;
  /** The day in Oslo from which the dates of examples count. */
  readonly today: string;
  readonly headers: DescribedHeaders;
}

/** A route with what its handler says of it. */
export type DescribedRoute = ServedRoute & { readonly description: RouteDescription };

/** One operation of the document. */
export function operationOf(route: DescribedRoute, describing: Describing): object {
  const { url, requirements, description } = route;
  const { components } = describing;
  const signed = requirements !== 'unsigned';
  const showsString = describing.profile.environment === 'sandbox';
  const seals = { sealed: signed && describing.sealed, showsString };
  const answers = Object.entries(description.answers).map(
    ([status, one]) => [status, answerOf(one, route, { ...describing, ...seals })] as const,
  );
  const refusals = signed ? [...refusalsOfAll, ...(description.refuses ?? [])] : [];
  const refused = refusals.map(
    (status) => [String(status), refusal(status, components, seals)] as const,
  );
  const required = signed ? requirementsUnder(describing.profile, requirements) : undefined;
  const headers = required ? headerParameters(required, describing.headers) : [];
  return {
    operationId: operationIdOf(description.id, url),
    summary: description.summary,
    ...(description.deprecated === true && { deprecated: true }),
    tags: [tagOf(url)],
    security: securityOf(signed),
    ...(required && { 'x-signer-fills': filledBySigner(required) }),
    parameters: [
      ...pathParameters(url, describing.profile),
      ...queryParametersOf(description),
      ...headers.map((one) => components.name('parameters', one.name, one)),
    ],
    ...requestBody(route, describing),
    responses: Object.fromEntries([...answers, ...refused]),
    ...samplesOf(route, describing),
  };
}

/** Code samples of a signed route; of a payment with the first product of the service. */
function samplesOf(
  { method, url, requirements, description }: DescribedRoute,
  { profile, today }: Describing,
): object {
  if (requirements === 'unsigned') return {};
  const service = serviceOf(url);
  const [offer] = service === undefined ? [] : offersIn(profile, service);
  const { id, body } = description;
  const sent = body === 'payment' ? offer?.body : body;
  const required = sampleRequired(requirementsUnder(profile, requirements), id);
  const request = {
    method,
    path:
      pathOf(url).replace('{payment-product}', offer?.product.name ?? '') +
      sampleQuery(description),
    body: sent && exampleOn(today, sent.example),
    needsDigest: required.some(({ name }) => name === 'Digest'),
    headers: sampleHeaders(required),
  };
  return { 'x-codeSamples': codeSamples(request) };
}

function requestBody(
  { url, description }: DescribedRoute,
  { profile, components, today }: Describing,
): object {
  const { body, listOf } = description;
  const service = serviceOf(url);
  if (body === undefined) return {};
  if (body !== 'payment')
    return {
      requestBody: jsonBody(
        bodySchema(body, components, listOf),
        [{ name: body.name, body }],
        today,
      ),
    };
  const offers = service === undefined ? [] : offersIn(profile, service);
  const schemas = [
    ...new Map(
      offers.map(({ body }) => [body.name, bodySchema(body, components)] as const),
    ).values(),
  ];
  const name = `Any${pascalCase((service ?? '').replace(/s$/, ''))}Initiation`;
  const examples = offers.map(({ product, body: one }) => ({ name: product.name, body: one }));
  return { requestBody: jsonBody(components.nameSchema(name, oneOrAny(schemas)), examples, today) };
}

function bodySchema(
  { name, bodyClass, shapes }: BodyType<unknown>,
  components: Components,
  maxItems?: number,
): Schema {
  const sent = shapes?.() ?? [{ ...sentSchema(bodyClass), title: name }];
  const one = components.nameSchema(
    `Any${name}`,
    oneOrAny(sent.map((schema) => components.refer(schema))),
  );
  if (maxItems === undefined) return one;
  const list = { type: 'array', minItems: 1, maxItems, items: one };
  const named = components.nameSchema(`${name}List`, list);
  return components.nameSchema(`${name}OrList`, { anyOf: [one, named] });
}

function jsonBody(
  schema: Schema,
  examples: readonly { readonly name: string; readonly body: BodyType<unknown> }[],
  today: string,
): object {
  return {
    required: true,
    content: { [json]: { schema, examples: namedExamples(examples, today) } },
  };
}

const json = 'application/json';

const oneOrAny = (schemas: readonly Schema[]): Schema =>
  schemas.length === 1 && schemas[0] !== undefined ? schemas[0] : { anyOf: schemas };

function answerOf(
  { says, schema, mediaType = json, headers = [], leadsTo }: AnswerDescription,
  { url, description }: DescribedRoute,
  { components, sealed }: Describing,
): object {
  const service = serviceOf(url);
  const referred = schemasOf(schema, service).map((one) => components.refer(one));
  const name = `${pascalCase(operationIdOf(description.id, url))}Answer`;
  const body = () => {
    const inline = oneOrAny(referred);
    return mediaType === json ? components.nameSchema(name, inline) : inline;
  };
  return {
    description: says,
    headers: headersOf(headers, components, { sealed }),
    ...(referred.length === 0 ? {} : { content: { [mediaType]: { schema: body() } } }),
    links: leadsTo && linksOf(leadsTo, url),
  };
}

function schemasOf(
  schema: AnswerDescription['schema'],
  service: PaymentService | undefined,
): readonly Schema[] {
  if (schema === undefined) return [];
  if (typeof schema === 'string') return [replySchema(schema)];
  if (!isByService(schema)) return [schema];
  return service === undefined ? [] : schema(service);
}

type ByService = (service: PaymentService) => readonly Schema[];
const isByService = (schema: Schema): schema is ByService => typeof schema === 'function';

function linksOf(leadsTo: NonNullable<AnswerDescription['leadsTo']>, url: string): object {
  const links = Object.entries(leadsTo).map(([id, parameters]) => {
    const inPath = Object.entries(parameters).map(([name, from]) => [`path.${name}`, from]);
    return [
      id,
      { operationId: operationIdOf(id, url), parameters: Object.fromEntries(inPath) as object },
    ] as const;
  });
  return Object.fromEntries(links);
}
