import { type JSONVisitor, visit } from 'jsonc-parser';
import { duplicateMembers } from './duplicate-members.js';
import type { Fault } from './fault.js';
import { type Finding, formatError, toFault } from './finding.js';
import { faultCountMax } from './fault-limit.js';
import { isJsonObject, type JsonObject } from './json-object.js';
import { memberCountOf, scanJson } from './json-scan.js';

/** Bounds of a body, checked before anything is built from it. */
export interface JsonLimits {
  readonly octetsMax: number;
  readonly depthMax: number;
}

/** Bounds that fit every body of the interface; bulk payments are the largest. */
export const defaultJsonLimits: JsonLimits = { octetsMax: 1_048_576, depthMax: 16 };

/** What became of the octets of a body. */
export type ParsedJson = { readonly value: JsonObject } | { readonly faults: readonly Fault[] };

type ErrorListener = NonNullable<JSONVisitor['onError']>;

// `ignoreBOM` keeps a byte order mark in the text, so that it can be named as the fault (RFC 8259 §8.1).
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\uFEFF';

/**
 * Reads the raw octets of a body as one strict JSON object (RFC 8259; specification §1).
 * Beyond JSON.parse it refuses invalid UTF-8, a byte order mark, repeated member names, and
 * anything beyond the limits. A member `__proto__` stays an ordinary own member.
 */
export function parseJsonBody(
  octets: Uint8Array,
  limits: JsonLimits = defaultJsonLimits,
): ParsedJson {
  if (octets.length === 0) return refused(formatError([], 'json.empty'));
  if (octets.length > limits.octetsMax) {
    return refused({
      ...formatError([], 'json.tooLarge', { max: limits.octetsMax }),
      code: 'BAD_REQUEST',
    });
  }
  const text = decoded(octets);
  if (text === undefined) return refused(formatError([], 'json.invalidUtf8'));
  return text.startsWith(byteOrderMark)
    ? refused(formatError([], 'json.byteOrderMark'))
    : parseText(text, limits);
}

function parseText(text: string, { depthMax }: JsonLimits): ParsedJson {
  const scan = scanJson(text);
  if (scan.depthMax > depthMax) return refused(formatError([], 'json.tooDeep', { max: depthMax }));
  const parsed = parsedOrUndefined(text);
  if (parsed === undefined) return refused(malformed(text));
  if (scan.memberCount !== memberCountOf(parsed)) {
    const places = duplicateMembers(text).slice(0, faultCountMax);
    return refused(...places.map((place) => formatError(place, 'json.duplicateMember')));
  }
  return isJsonObject(parsed) ? { value: parsed } : refused(formatError([], 'json.notObject'));
}

function decoded(octets: Uint8Array): string | undefined {
  try {
    return utf8.decode(octets);
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

/** Names the place where reading failed, if the tolerant reader stumbles over it too. */
function malformed(text: string): Finding {
  let finding: Finding | undefined;
  const onError: ErrorListener = (_error, _offset, _length, line, column) => {
    finding ??= formatError([], 'json.malformedAt', { line: line + 1, column: column + 1 });
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // That reader is recursive: text that is no JSON can nest deeper for it than the scan saw.
  }
  return finding ?? formatError([], 'json.malformed');
}

function refused(...findings: Finding[]): ParsedJson {
  return { faults: findings.map(toFault) };
}
