import { Ajv } from 'ajv';
import type { ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv';
import { isIPv4, isIPv6 } from 'node:net';
import { titleOf } from '../documents.js';
import type { Manifest } from '../documents.js';
import type { Bundle } from './bundle.js';
import { definitionsByKind, kindKey } from './open-api.js';
import { strictCustomResource, strictDefinition } from './strict-schema.js';

/** What is wrong with a manifest: its title, the path of the field, and the rule. */
export interface ManifestFault {
  readonly manifest: string;
  readonly path: string;
  readonly message: string;
}

/** @returns the faults of a manifest; a kind without a schema is one */
export type ManifestValidator = (manifest: Manifest) => readonly ManifestFault[];

/** Keywords that say how a server merges or prints, and the CEL rules, which only a server evaluates. */
const ignoredKeywords = [
  'group-version-kind',
  'list-type',
  'map-type',
  'patch-merge-key',
  'patch-strategy',
  'unions',
  'validations',
  'preserve-unknown-fields',
  'embedded-resource',
  'int-or-string',
].map((name) => `x-kubernetes-${name}`);

const int32Max = 2 ** 31 - 1;

const formats = {
  int32: { type: 'number', validate: (value: number) => Math.abs(value) <= int32Max },
  int64: { type: 'number', validate: Number.isSafeInteger },
  double: true,
  float: true,
  byte: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  'int-or-string': true,
  ipv4: isIPv4,
  ipv6: isIPv6,
} as const;

/**
 * Validates manifests against the bundled schemas: unknown fields, types, enums, ranges, patterns, required
 * fields, and lists that repeat a key. CEL rules of custom resources are not evaluated.
 */
export function manifestValidator(bundle: Bundle): ManifestValidator {
  const ajv = newAjv();
  const definitions = Object.fromEntries(
    Object.entries(bundle.kubernetes.schemas).map(([name, schema]) => [
      name,
      strictDefinition(name, schema),
    ]),
  );
  const roots = rootsOf(bundle);
  const compiled = new Map<string, ValidateFunction>();
  return (manifest) => {
    const key = `${manifest.apiVersion} ${manifest.kind}`;
    const root = roots.get(key);
    if (root === undefined) return [fault(manifest, '/kind', `no schema of ${key} is bundled`)];
    const validate = compiled.get(key) ?? ajv.compile({ ...root(), definitions });
    compiled.set(key, validate);
    validate(manifest);
    return (validate.errors ?? []).map((error) =>
      fault(manifest, error.instancePath, messageOf(error)),
    );
  };
}

/** The schema of each kind; each is made when the first manifest of the kind comes. */
function rootsOf({ kubernetes, customResources }: Bundle): ReadonlyMap<string, () => object> {
  const builtIn = [...definitionsByKind(kubernetes.schemas)].map(
    ([key, name]) => [key, () => ({ $ref: `#/definitions/${name}` })] as const,
  );
  const custom = customResources.flatMap(({ spec: { group, names, versions } }) =>
    versions
      .filter(({ served }) => served)
      .map(({ name, schema }) => {
        const key = kindKey({ group, version: name, kind: names.kind });
        return [key, () => strictCustomResource(schema.openAPIV3Schema)] as const;
      }),
  );
  return new Map([...builtIn, ...custom]);
}

function newAjv(): Ajv {
  // Patterns are those of Go, which knows more escapes than JavaScript's Unicode mode.
  const ajv = new Ajv({ allErrors: true, strictTypes: false, unicodeRegExp: false, formats });
  ajv.addVocabulary([...ignoredKeywords, 'example']);
  ajv.addKeyword(listMapKeys);
  return ajv;
}

/** Server-side apply refuses a list that has two elements with the same values of these keys. */
const listMapKeys: FuncKeywordDefinition = {
  keyword: 'x-kubernetes-list-map-keys',
  type: 'array',
  error: { message: 'must not repeat a key' },
  validate: (keys: readonly string[], list: readonly Readonly<Record<string, unknown>>[]) => {
    const tuples = list.map((element) => JSON.stringify(keys.map((key) => element[key])));
    return new Set(tuples).size === list.length;
  },
};

function fault(manifest: Manifest, path: string, message: string): ManifestFault {
  return { manifest: titleOf(manifest), path, message };
}

function messageOf({ message = 'is not valid', params }: ErrorObject): string {
  const { additionalProperty, allowedValues } = params as Readonly<Record<string, unknown>>;
  if (typeof additionalProperty === 'string') return `unknown field ${additionalProperty}`;
  if (Array.isArray(allowedValues)) return `${message}: ${allowedValues.join(', ')}`;
  return message;
}
