import { visit } from 'jsonc-parser';
import type { JSONVisitor } from 'jsonc-parser';
import { memberCountOf, scanJson } from '../../base/json/json-scan.js';
import type { JsonScan } from '../../base/json/json-scan.js';
import { parseExactly, parseWithDecimals } from '../../base/json/exact-numbers.js';
import { isJsonObject } from '../../base/json/json-value.js';
import type { BodyPath, JsonObject } from '../../base/json/json-value.js';
import { faultCountMax, firstFaults, formatFault, toFault } from './fault.js';
import type { BodyFault, Fault } from './fault.js';

/** Bounds of a body, checked before anything is built from it. */
export interface JsonLimits {
  readonly bytesMax: number;
  readonly depthMax: number;
  /** Most members of all objects, and of one: an object costs far more than its bytes. */
  readonly membersMax: number;
  readonly objectMembersMax: number;
}

/** Bounds that fit every body of the interface; bulk payments are the largest. */
export const defaultJsonLimits: JsonLimits = {
  bytesMax: 1_048_576,
  depthMax: 16,
  membersMax: 40_000,
  objectMembersMax: 1000,
};

/** The JSON object of a body, or its faults. */
export type ParsedJson = { readonly value: JsonObject } | { readonly faults: readonly Fault[] };

type ErrorListener = NonNullable<JSONVisitor['onError']>;

// `ignoreBOM` keeps a byte order mark in the text, so that the fault can name it (RFC 8259 §8.1).
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\uFEFF';

/**
 * Reads the raw bytes of a body as one strict JSON object (RFC 8259; specification §1). Unlike
 * JSON.parse it rejects invalid UTF-8, a byte order mark, repeated member names, and bodies beyond the
 * limits. A member `__proto__` stays an ordinary own member.
 */
export function parseJsonBody(
  bytes: Uint8Array,
  limits: JsonLimits = defaultJsonLimits,
): ParsedJson {
  const read = readText(bytes, limits);
  if ('faults' in read) return read;
  const { value } = read;
  return isJsonObject(value) ? { value } : refused(formatFault([], 'json.notObject'));
}

/** A body of the sandbox: an object, or a list of objects. */
export type ParsedSandboxJson =
  | {
      /** With the amounts as decimal strings. */
      readonly value: unknown;
      /** As it was sent: JSON.stringify writes its numbers digit by digit. */
      readonly sent: unknown;
    }
  | { readonly faults: readonly Fault[] };

/**
 * The same for a body of the sandbox, whose amounts may be JSON numbers: those of the members with these
 * names are read exactly from their text, never as floats. The value may be of any type.
 */
export function parseSandboxJson(
  bytes: Uint8Array,
  decimals: ReadonlySet<string>,
): ParsedSandboxJson {
  const read = readText(bytes, defaultJsonLimits);
  if ('faults' in read) return read;
  return { value: parseWithDecimals(read.text, decimals), sent: parseExactly(read.text) };
}

/** A strict JSON text and its value, or its faults. */
type ReadText =
  | { readonly text: string; readonly value: unknown }
  | { readonly faults: readonly Fault[] };

function readText(bytes: Uint8Array, limits: JsonLimits): ReadText {
  if (bytes.length === 0) return refused(formatFault([], 'json.empty'));
  if (bytes.length > limits.bytesMax) {
    return refused({
      ...formatFault([], 'json.tooLarge', { max: limits.bytesMax }),
      code: 'BAD_REQUEST',
    });
  }
  const text = decoded(bytes);
  if (text === undefined) return refused(formatFault([], 'json.invalidUtf8'));
  return text.startsWith(byteOrderMark)
    ? refused(formatFault([], 'json.byteOrderMark'))
    : parseText(text, limits);
}

function parseText(text: string, limits: JsonLimits): ReadText {
  const scan = scanJson(text);
  const beyond = beyondLimits(scan, limits);
  if (beyond !== undefined) return refused(beyond);
  const parsed = parsedOrUndefined(text);
  if (parsed === undefined) return refused(malformed(text));
  if (scan.memberCount !== memberCountOf(parsed)) {
    const places = duplicateMembers(text);
    return refused(...places.map((place) => formatFault(place, 'json.duplicateMember')));
  }
  return { text, value: parsed };
}

/** Says what the body has too much of. Its members are not named: they were not read. */
function beyondLimits(scan: JsonScan, limits: JsonLimits): BodyFault | undefined {
  const { depthMax, membersMax, objectMembersMax } = limits;
  if (scan.depthMax > depthMax) return formatFault([], 'json.tooDeep', { max: depthMax });
  if (scan.memberCount > membersMax) {
    return formatFault([], 'json.tooManyMembers', { max: membersMax });
  }
  return scan.objectMembersMax > objectMembersMax
    ? formatFault([], 'json.objectTooLarge', { max: objectMembersMax })
    : undefined;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fault of malformed JSON, with its line and column if the tolerant parser finds it too. */
function malformed(text: string): BodyFault {
  let fault: BodyFault | undefined;
  const onError: ErrorListener = (_error, _offset, _length, line, column) => {
    fault = formatFault([], 'json.malformedAt', { line: line + 1, column: column + 1 });
    throw new VisitEndError();
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // The parser is also recursive: in malformed JSON it can see deeper nesting than the scan did.
  }
  return fault ?? formatFault([], 'json.malformed');
}

function refused(...faults: BodyFault[]): { readonly faults: readonly Fault[] } {
  return { faults: firstFaults(faults.map(toFault)) };
}

/** Ends a visit of jsonc-parser, which would go on to the end of the text. */
class VisitEndError extends Error {
  override readonly name = 'VisitEndError';
}

/**
 * The first places, at most one more than `faultCountMax`, where an object of a JSON text repeats a member name, in
 * document order. Names are compared after JSON escapes are resolved.
 */
export function duplicateMembers(text: string): BodyPath[] {
  const places: BodyPath[] = [];
  const open: Set<string>[] = [];
  const visitor: JSONVisitor = {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (name, _offset, _length, _line, _column, pathSupplier) => {
      const seen = open.at(-1);
      if (seen?.has(name)) places.push([...pathSupplier(), name]);
      if (places.length > faultCountMax) throw new VisitEndError();
      seen?.add(name);
    },
  };
  try {
    visit(text, visitor);
  } catch (error) {
    if (!(error instanceof VisitEndError)) throw error;
  }
  return places;
}
