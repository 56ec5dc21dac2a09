import type { TppCall } from '@nordgate/tpp-client';
import { request } from 'undici';

/** A schema of the description, as far as cases are derived from it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly unevaluatedProperties?: boolean;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
}

interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Content {
  readonly 'application/json'?: {
    readonly schema: Schema;
    readonly examples?: Readonly<Record<string, { readonly value: object }>>;
  };
}

interface DescribedOperation {
  readonly security?: readonly object[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Content }>
  >;
}

/** The description of the interface, which a gateway serves. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** An operation of the interface, with a request that a TPP could send. */
export interface Operation {
  /** `METHOD /path/{with-parameters}`. */
  readonly name: string;
  readonly method: TppCall['method'];
  readonly template: string;
  /** The template with ids that nobody has. */
  readonly path: string;
  readonly isSigned: boolean;
  readonly isDeprecated: boolean;
  /** The parameters of its query. */
  readonly query: readonly QueryParameter[];
  /** The first example of the body. */
  readonly body: object | undefined;
  readonly bodySchema: Schema | undefined;
  readonly answers: readonly Schema[];
}

interface QueryParameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** The product of every payment here. */
const product = 'norwegian-domestic-credit-transfers';
const queryValues: Readonly<Record<string, string>> = { bookingStatus: 'booked' };

/** The description that the gateway at an address serves. */
export async function descriptionAt(gatewayUrl: string): Promise<Description> {
  const answer = await request(`${gatewayUrl}/v1/openapi.json`);
  return (await answer.body.json()) as Description;
}

/** Every operation of a description. @throws Error for a required query parameter that has no value here */
export function operationsOf(description: Description): readonly Operation[] {
  return Object.entries(description.paths).flatMap(([template, verbs]) =>
    Object.entries(verbs).map(([verb, described]) => {
      const content = described.requestBody?.content['application/json'];
      const [example] = Object.values(content?.examples ?? {});
      const query = queryOf(description, described);
      return {
        name: `${verb.toUpperCase()} ${template}`,
        method: verb.toUpperCase() as TppCall['method'],
        template,
        path: `${filled(template)}${requiredQuery(query)}`,
        isSigned: (described.security ?? []).length > 0,
        isDeprecated: described.deprecated === true,
        query,
        body: example?.value,
        bodySchema: content?.schema,
        answers: Object.values(described.responses).flatMap(
          (answer) => answer.content?.['application/json']?.schema ?? [],
        ),
      };
    }),
  );
}

const filled = (template: string) =>
  template.replace('{payment-product}', product).replaceAll(/\{[^}]+\}/g, 'an-id-of-nobody');

const queryOf = (
  { components }: Description,
  { parameters = [] }: DescribedOperation,
): readonly QueryParameter[] =>
  parameters
    .map((one) => components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one)
    .flatMap(({ in: place, name, required = false, schema = {} }) =>
      place === 'query' ? [{ name, isRequired: required, schema }] : [],
    );

function requiredQuery(query: readonly QueryParameter[]): string {
  const needed = query
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => {
      const value = queryValues[name];
      if (value === undefined) throw new Error(`nobody gives the query parameter ${name} here`);
      return `${name}=${value}`;
    });
  return needed.length === 0 ? '' : `?${needed.join('&')}`;
}

/** The headers with which a TPP acts for a PSU whom it knows. */
export const forKnownPsu = {
  'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10',
  'tpp-session-id': 'a-session',
};

/** The call of an operation, for a known PSU. */
export const callOf = ({ method, path, body }: Operation): TppCall => ({
  ...{ method, path, headers: forKnownPsu },
  ...(body && { body }),
});

/** A schema behind its references. */
export function resolved({ components }: Description, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const named = name === undefined ? undefined : components.schemas[name];
  return named === undefined ? schema : resolved({ components } as Description, named);
}

/** Every object and value below a schema, each once, with the JSON pointer at which it was met first. */
export function schemasBelow(
  description: Description,
  schema: Schema,
): readonly (readonly [pointer: string, schema: Schema])[] {
  const seen = new Map<Schema, string>();
  const visit = (one: Schema, pointer: string) => {
    const now = resolved(description, one);
    if (seen.has(now)) return;
    seen.set(now, pointer);
    for (const [name, property] of Object.entries(now.properties ?? {})) {
      visit(property, `${pointer}/${name}`);
    }
    if (now.items !== undefined) visit(now.items, `${pointer}/0`);
    for (const part of [...(now.oneOf ?? []), ...(now.anyOf ?? []), ...(now.allOf ?? [])]) {
      visit(part, pointer);
    }
  };
  visit(schema, '');
  return [...seen].map(([one, pointer]) => [pointer, one] as const);
}
