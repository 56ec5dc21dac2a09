import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { request } from 'undici';

interface Reference {
  readonly $ref?: string;
}

/** The described answer of an operation for one status. */
export interface PromisedAnswer extends Reference {
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, object>>;
}

/** The described operation of a request. */
interface FoundOperation {
  readonly id: string;
  /** By status, each with its place in the document. */
  readonly answers: Readonly<
    Record<string, { readonly at: string; readonly answer: PromisedAnswer }>
  >;
}

/** The used part of an OpenAPI document. */
export interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId: string; responses: object }>>>
  >;
}

const served = new Map<string, Promise<InterfaceDescription>>();

/** By text: the banks of a process mostly serve the same description, and compiling it costs more than its checks. */
const compiled = new Map<string, InterfaceDescription>();

/** The OpenAPI description that a bank serves, compiled for checks of its answers. */
export class InterfaceDescription {
  /** Ajv's check of the document as a schema and its optimisation cost more than the few answers do. */
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    code: { optimize: false },
  });
  private readonly paths: readonly (readonly [RegExp, string])[];

  constructor(private readonly document: Document) {
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'openapi');
    this.paths = Object.keys(document.paths).map((path) => [patternOf(path), path] as const);
  }

  /** Fetched once for each address. After a failure the next call fetches again. */
  static of(baseUrl: string): Promise<InterfaceDescription> {
    const known = served.get(baseUrl);
    if (known !== undefined) return known;
    const fetched = InterfaceDescription.fetch(baseUrl);
    served.set(baseUrl, fetched);
    fetched.catch(() => served.delete(baseUrl));
    return fetched;
  }

  private static async fetch(baseUrl: string): Promise<InterfaceDescription> {
    const answer = await request(`${baseUrl}/v1/openapi.json`);
    const text = await answer.body.text();
    const known = compiled.get(text) ?? new InterfaceDescription(JSON.parse(text) as Document);
    compiled.set(text, known);
    return known;
  }

  /** The operation of a request. Undefined when it is not described. HEAD uses the operation of GET. */
  operation(method: string, target: string): FoundOperation | undefined {
    const [path = ''] = target.split('?');
    const name = this.paths.find(([pattern]) => pattern.test(path))?.[1];
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = name === undefined ? undefined : this.document.paths[name]?.[verb];
    if (name === undefined || operation === undefined) return undefined;
    const at = `/paths/${escaped(name)}/${verb}/responses`;
    const answers = Object.entries(operation.responses as Record<string, PromisedAnswer>).map(
      ([status, answer]) => [status, this.placed(`${at}/${status}`, answer)] as const,
    );
    return { id: operation.operationId, answers: Object.fromEntries(answers) };
  }

  /** A part of the document with its place. A reference is resolved. */
  placed<Part extends Reference>(
    at: string,
    part: Part,
  ): { readonly at: string; readonly answer: Part } {
    if (part.$ref === undefined) return { at, answer: part };
    const place = part.$ref.slice(1);
    const steps = place.split('/').slice(1);
    const found = steps.reduce<unknown>(
      (inside, step) => (inside as Record<string, unknown>)[step],
      this.document,
    );
    return { at: place, answer: found as Part };
  }

  /** The faults of a value by the schema at a place of the document. */
  faults(value: unknown, at: string): string[] {
    const $ref = `openapi#${at.split('/').map(encodeURIComponent).join('/')}`;
    const validate = this.ajv.getSchema($ref) ?? this.ajv.compile({ $ref });
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = '', params }) =>
        `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

/** A name in a JSON pointer (RFC 6901). */
export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function patternOf(path: string): RegExp {
  const escapedPath = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escapedPath.replace(/\{[^}]+\}/g, '[^/]+')}/?$`);
}
