import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import type { Scenario, Step } from './scenario.js';
import { definitions, frameSchema, stepSchemas } from './scenario-schema.js';
import { expressions, isOwnValue } from './values.js';

/** A file that is no scenario. The message has one line per fault, each with file, line and column. */
export class ScenarioFileError extends Error {
  override readonly name = 'ScenarioFileError';
}

type Kind = keyof typeof stepSchemas;
type Path = readonly (string | number)[];

/** A fault at a place of the file. `key` is a member of the map at the path whose name is at fault. */
interface PlacedFault {
  readonly path: Path;
  readonly key?: string;
  readonly text: string;
}

const kinds = Object.keys(stepSchemas) as Kind[];
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, verbose: true });
ajv.addFormat('regex', isPattern);
const compiled = (schema: object): ValidateFunction => ajv.compile({ ...schema, definitions });
const isFrame = compiled(frameSchema);
const isStep = Object.fromEntries(
  kinds.map((kind) => [kind, compiled(stepSchemas[kind])]),
) as Record<Kind, ValidateFunction>;

/**
 * Reads a scenario (docs/how-to/write-a-scenario.md). `file` names it in messages.
 *
 * @throws ScenarioFileError with all faults
 */
export function parseScenario(yaml: string, file: string): Scenario {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, uniqueKeys: true, merge: true });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${String(line)}:${String(Math.max(col, 1))}`;
  };
  // One error is enough for a file that cannot be parsed: the others follow from the first.
  const [unreadable] = document.errors;
  if (unreadable !== undefined) {
    const [message = ''] = unreadable.message.split('\n');
    throw new ScenarioFileError(`${place(unreadable.pos[0])}: ${message}`);
  }
  const content: unknown = document.toJS({ maxAliasCount: 100 });
  const faults = faultsOf(content);
  if (faults.length > 0) {
    const told = faults.map((one) => `${place(offsetOf(document, one))}: ${one.text}`);
    throw new ScenarioFileError([...new Set(told)].join('\n'));
  }
  const scenario = content as Scenario;
  const steps = scenario.steps.map((step, at): Step => {
    const { line } = lines.linePos(offsetOf(document, { path: ['steps', at] }));
    return { ...step, line };
  });
  return { ...scenario, given: scenario.given ?? {}, steps };
}

function faultsOf(content: unknown): readonly PlacedFault[] {
  if (!isFrame(content)) return faultsIn(isFrame.errors ?? [], [], '');
  const { steps } = content as { readonly steps: readonly object[] };
  const faults = steps.flatMap(stepFaults);
  return faults.length > 0 ? faults : unknownNames(content as Scenario);
}

/** The faults of a step, by the schema of its kind. */
function stepFaults(step: object, at: number): readonly PlacedFault[] {
  const path = ['steps', at];
  const which = `step ${String(at + 1)}`;
  const found = Object.keys(step).filter((one): one is Kind => one in stepSchemas);
  const [kind] = found;
  if (kind === undefined) {
    const [first = ''] = Object.keys(step).filter((one) => !['name', 'as', 'expect'].includes(one));
    const text = `${which}: unknown kind of step "${first}"; a step has one of ${kinds.join(', ')}`;
    return [{ path, key: first, text }];
  }
  if (found.length > 1) {
    const text = `${which}: it has ${found.join(' and ')}; a step has one of ${kinds.join(', ')}`;
    return [{ path, key: found[1] ?? '', text }];
  }
  return isStep[kind](step) ? [] : faultsIn(isStep[kind].errors ?? [], path, `${which}: `);
}

/** The error of a choice of schemas repeats those of its parts. An object is meant as one of keywords. */
function faultsIn(
  errors: readonly ErrorObject[],
  base: Path,
  which: string,
): readonly PlacedFault[] {
  return errors
    .filter(({ keyword, schemaPath }) => keyword !== 'anyOf' && !schemaPath.includes('/anyOf/0/'))
    .filter(({ propertyName }) => propertyName === undefined)
    .map((error) => placed(error, base, which));
}

function placed(error: ErrorObject, base: Path, which: string): PlacedFault {
  const inside = error.instancePath
    .split('/')
    .slice(1)
    .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'));
  const path = [...base, ...inside];
  const at = inside.length === 0 ? '' : `${inside.join('.')}: `;
  const params = error.params as Readonly<Record<string, unknown>>;
  const key = params['additionalProperty'] ?? params['propertyName'];
  return {
    path,
    ...(typeof key === 'string' && { key }),
    text: `${which}${at}${textOf(error, params)}`,
  };
}

function textOf({ keyword, message = '', parentSchema }: ErrorObject, params: object): string {
  const given = params as Readonly<Record<string, unknown>>;
  if (keyword === 'additionalProperties') {
    const known = Object.keys((parentSchema?.['properties'] ?? {}) as object);
    return `unknown member "${String(given['additionalProperty'])}"; known are ${known.join(', ')}`;
  }
  if (keyword === 'required') return `it needs "${String(given['missingProperty'])}"`;
  if (keyword === 'enum') return `one of ${(given['allowedValues'] as string[]).join(', ')}`;
  if (keyword === 'const') return `only ${JSON.stringify(given['allowedValue'])}`;
  if (keyword === 'propertyNames') {
    return `"${String(given['propertyName'])}" is no JSON pointer, such as /transactionStatus`;
  }
  return message;
}

/** The offset of a member, of its name, or of the object that lacks the member. */
function offsetOf(document: Document, { path, key }: Pick<PlacedFault, 'path' | 'key'>): number {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node: unknown =
      depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    if (!isNode(node)) continue;
    const items = isMap(node) && depth === path.length ? node.items : [];
    const pair = items.find((one) => isScalar(one.key) && one.key.value === key);
    return (isNode(pair?.key) ? pair.key : node).range?.[0] ?? 0;
  }
  return 0;
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** A name that is used before a step has kept a value under it. */
interface UnknownName {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** The expressions of a scenario that have no value where they stand. */
function unknownNames({ given = {}, steps }: Scenario): readonly UnknownName[] {
  const kept = new Set<string>(Object.keys(given.values ?? {}));
  const faults: UnknownName[] = [];
  const look = (value: unknown, path: UnknownName['path'], which: string) => {
    faults.push(
      ...unknownIn(value, path, kept).map((one) => ({ ...one, text: `${which}${one.text}` })),
    );
  };
  look(given.values, ['given', 'values'], '');
  look(given.headers, ['given', 'headers'], '');
  for (const [at, one] of (given.data ?? []).entries()) {
    look(one, ['given', 'data', at], '');
    if (one.as !== undefined) kept.add(one.as);
  }
  for (const [at, step] of steps.entries()) {
    look(step, ['steps', at], `step ${String(at + 1)}: `);
    if (step.as !== undefined) kept.add(step.as);
  }
  return faults;
}

function unknownIn(
  value: unknown,
  path: UnknownName['path'],
  kept: ReadonlySet<string>,
): readonly UnknownName[] {
  if (typeof value === 'string') {
    return [...value.matchAll(expressions)]
      .map(([, expression = '']) => expression)
      .filter((one) => !isOwnValue(one) && !kept.has(one.split('.')[0] ?? ''))
      .map((one) => ({ path, text: `\${${one}} has no value here: no earlier step keeps it` }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const last = Array.isArray(value) ? Number(key) : key;
    return unknownIn(one, [...path, last], kept);
  });
}
