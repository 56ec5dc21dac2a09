/** A JSON schema as Kubernetes publishes it: OpenAPI 3.0 with its own `x-kubernetes-` keywords. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly allOf?: readonly OpenApiSchema[];
  readonly anyOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: boolean | OpenApiSchema;
  readonly items?: OpenApiSchema;
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly [keyword: string]: unknown;
}

interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export type OpenApiSchemas = Readonly<Record<string, OpenApiSchema>>;

/** A custom resource definition, as far as schemas are concerned. */
export interface CustomResourceDefinition {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly schema: { readonly openAPIV3Schema: OpenApiSchema };
    }[];
  };
}

/** `apps/v1 Deployment`; the core group has no name: `v1 Pod`. */
export function kindKey({ group, version, kind }: GroupVersionKind): string {
  return `${group === '' ? '' : `${group}/`}${version} ${kind}`;
}

/** The names of the definitions that a published schema stands for, by kind. */
export function definitionsByKind(schemas: OpenApiSchemas): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]) =>
      (schema['x-kubernetes-group-version-kind'] ?? []).map((one) => [kindKey(one), name] as const),
    ),
  );
}

/** The name of the definition behind `#/components/schemas/NAME`. */
export function definitionOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
