import { fieldsOf, references } from './fields.js';
import type { Fields, Resolve, Schema } from './fields.js';

interface Content {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}
interface Answer extends Content {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly description?: string;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Answer>>;
  /** Headers that a signer has to write. They are no parameters, so that clients have no arguments for them. */
  readonly 'x-signer-fills'?: readonly string[];
}
/** What this tool reads of an OpenAPI 3 document. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export const kinds = [
  'header',
  'required header',
  'query parameter',
  'required query parameter',
  'body field',
  'request type',
  'status',
  'answer header',
  'answer field',
  'answer type',
  'error field',
] as const;
export type FactKind = (typeof kinds)[number];

/** What an operation has of each kind: names, with the values that a list allows. */
export interface OperationFacts {
  /** The path as its document has it. */
  readonly shown: string;
  readonly facts: ReadonlyMap<FactKind, Fields>;
}

/** An interface as a client sees it, without types and texts. */
export interface InterfaceFacts {
  readonly version: string;
  /** By verb and path without the names of its parameters. */
  readonly operations: ReadonlyMap<string, OperationFacts>;
  /** Message codes with the status that they come with, such as `400 FORMAT_ERROR`. */
  readonly codes: ReadonlySet<string>;
}

const services = /^\/v1\/(payments|bulk-payments|periodic-payments|\{payment-service\})(?=\/|$)/;
const verbs = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

/** The key of an operation: services of payments count together, and parameters have no name behind the first step. */
function keyOf(verb: string, path: string): string {
  const folded = path.replace(services, '/v1/{payment-service}');
  const [, first = '', rest = ''] = /^(\/v1\/[^/]+|\/[^/]*)(.*)$/.exec(folded) ?? [];
  return `${verb.toUpperCase()} ${first}${rest.replaceAll(/\{[^}]+\}/g, '{}')}`;
}

/** Reads an interface. @throws Error for a reference that leads nowhere */
export function factsOf(document: OpenApi): InterfaceFacts {
  const resolve = references(document);
  const operations = new Map<string, OperationFacts>();
  const codes = new Set<string>();
  const listed = codesListed(document, resolve);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const verb of verbs.filter((one) => one in item)) {
      const operation = item[verb] ?? {};
      const key = keyOf(verb, path);
      const known = operations.get(key);
      const facts = operationFacts(operation, resolve);
      const shown = services.test(path) ? path.replace(services, '/v1/{payment-service}') : path;
      operations.set(key, {
        shown: known?.shown ?? shown,
        facts: known ? together(known.facts, facts) : facts,
      });
      for (const code of codesOf(operation, listed, resolve)) codes.add(code);
    }
  }
  return { version: `${document.info.title} ${document.info.version}`, operations, codes };
}

/** Two operations that count as one. A header is required if both require it. */
function together(
  one: ReadonlyMap<FactKind, Fields>,
  other: ReadonlyMap<FactKind, Fields>,
): ReadonlyMap<FactKind, Fields> {
  const both = new Map<FactKind, Fields>();
  for (const kind of kinds) {
    const [here = new Map() as Fields, there = new Map() as Fields] = [
      one.get(kind),
      other.get(kind),
    ];
    const isRequired = kind.startsWith('required');
    const names = new Set([...here.keys(), ...there.keys()]);
    const kept = [...names].filter((name) => !isRequired || (here.has(name) && there.has(name)));
    const values = (name: string) =>
      new Set([...(here.get(name) ?? []), ...(there.get(name) ?? [])]);
    both.set(kind, new Map(kept.map((name) => [name, values(name)])));
  }
  return both;
}

const isGood = (status: string) => status.startsWith('2');

function operationFacts(operation: Operation, resolve: Resolve): ReadonlyMap<FactKind, Fields> {
  const parameters = [
    ...(operation.parameters ?? []).map(resolve),
    ...signersHeaders(operation['x-signer-fills']),
  ];
  const named = (place: string, mustBe: boolean) => {
    const those = parameters.filter(
      (one) => one.in === place && (!mustBe || one.required === true),
    );
    return new Map(
      those.map((one) => [nameOf(one), mustBe ? new Set<string>() : valuesOf(one, resolve)]),
    );
  };
  const request = operation.requestBody ? resolve(operation.requestBody) : {};
  const answers = Object.entries(operation.responses ?? {}).map(
    ([status, answer]) => [status, resolve(answer)] as const,
  );
  const good = answers.filter(([status]) => isGood(status)).map(([, answer]) => answer);
  const bad = answers.filter(([status]) => !isGood(status)).map(([, answer]) => answer);
  const names = (list: readonly string[]): Fields => new Map(list.map((name) => [name, new Set()]));
  return new Map<FactKind, Fields>([
    ['header', named('header', false)],
    ['required header', named('header', true)],
    ['query parameter', named('query', false)],
    ['required query parameter', named('query', true)],
    ['body field', jsonFields([request], resolve)],
    ['request type', names(Object.keys(request.content ?? {}))],
    ['status', names(answers.map(([status]) => status))],
    ['answer header', names(good.flatMap(({ headers = {} }) => Object.keys(headers)))],
    ['answer field', jsonFields(good, resolve)],
    ['answer type', names(answers.flatMap(([, { content = {} }]) => Object.keys(content)))],
    ['error field', jsonFields(bad, resolve)],
  ]);
}

/** The headers of a signature as parameters. A request may have all of them, also where Digest is not required. */
function signersHeaders(required: readonly string[] | undefined): Parameter[] {
  if (required === undefined) return [];
  const all = new Set(['Date', 'Digest', 'Signature', 'TPP-Signature-Certificate', ...required]);
  return [...all].map((name) => ({ name, in: 'header', required: required.includes(name) }));
}

/** Header names differ in case only between documents (RFC 9110 section 5.1). */
const nameOf = ({ name, in: place }: Parameter) => (place === 'header' ? name.toLowerCase() : name);

const valuesOf = ({ schema = {} }: Parameter, resolve: Resolve): Set<string> =>
  fieldsOf({ properties: { value: schema } }, resolve).get('value') ?? new Set();

function jsonFields(bodies: readonly Content[], resolve: Resolve): Fields {
  const schemas = bodies.flatMap(({ content }) => content?.['application/json']?.schema ?? []);
  return fieldsOf({ anyOf: schemas }, resolve);
}

/** The codes that the document lists for every message, for documents that name the codes of a status in its text. */
function codesListed(document: OpenApi, resolve: Resolve): readonly string[] {
  const message = document.components?.schemas?.['TppMessage'];
  if (!message) return [];
  return [...(fieldsOf(message, resolve).get('code') ?? [])];
}

function codesOf(operation: Operation, listed: readonly string[], resolve: Resolve): string[] {
  return Object.entries(operation.responses ?? {}).flatMap(([status, reference]) => {
    if (isGood(status)) return [];
    const answer = resolve(reference);
    const words = new Set((answer.description ?? '').match(/[A-Z_]{4,}/g));
    const ofBody = [...jsonFields([answer], resolve)]
      .filter(([path]) => /^(tppMessages|apiClientMessages)\.code$/.test(path))
      .flatMap(([, values]) => [...values]);
    const found = listed.length > 0 ? listed.filter((code) => words.has(code)) : ofBody;
    return found.map((code) => `${status} ${code}`);
  });
}
