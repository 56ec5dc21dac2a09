import {
  CERTIFICATE,
  COVERED_HEADERS,
  REQUEST_TARGET,
  SIGNATURE,
  spelled,
} from '../base/headers.js';
import { refuse, type SignatureRefusal } from '../base/refusal.js';

/** The headers of one request by lower-case name, and the repeated names. */
export interface ReceivedHeaders {
  readonly values: ReadonlyMap<string, string>;
  readonly repeated: readonly string[];
}

const SINGLE = [...COVERED_HEADERS, SIGNATURE, CERTIFICATE];

/**
 * Gathers Node's `rawHeaders` (name and value alternating). Values of a repeated header are joined
 * with a comma and a space, as in draft-cavage-http-signatures-12 section 2.3. The checks below refuse
 * a repeated header that is signed.
 */
export function gatherHeaders(rawHeaders: readonly string[]): ReceivedHeaders {
  const values = new Map<string, string>();
  const repeated: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    const value = rawHeaders[at + 1]!;
    const earlier = values.get(name);
    if (earlier !== undefined) repeated.push(name);
    values.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return { values, repeated };
}

/**
 * Checks that the headers of the signature are not repeated and that the required headers are sent.
 *
 * @param required lower-case names; an empty value counts as missing
 * @returns undefined when both are true; else the refusal `header-duplicated` or `header-missing`
 */
export function checkPresence(
  headers: ReceivedHeaders,
  required: readonly string[],
): SignatureRefusal | undefined {
  const repeated = SINGLE.find((name) => headers.repeated.includes(name));
  if (repeated !== undefined) return refuse('header-duplicated', spelled(repeated));
  const missing = required.find((name) => !headers.values.get(name));
  return missing === undefined ? undefined : refuse('header-missing', spelled(missing));
}

/**
 * Checks the headers that the signature lists. It must list every sent header of the six that need
 * cover (specification section 5 point 5). It must not list a repeated header, because another reader
 * might take another of its values.
 *
 * @param listed lower-case names of the `headers` part
 * @param targetRequired whether it must also list `(request-target)`
 * @returns undefined when all is well; else `header-not-covered`, `target-not-covered` or `header-duplicated`
 */
export function checkCoverage(
  headers: ReceivedHeaders,
  listed: readonly string[],
  targetRequired = false,
): SignatureRefusal | undefined {
  const bare = COVERED_HEADERS.find((name) => headers.values.has(name) && !listed.includes(name));
  if (bare !== undefined) return refuse('header-not-covered', spelled(bare));
  if (targetRequired && !listed.includes(REQUEST_TARGET)) {
    return refuse('target-not-covered', spelled(SIGNATURE));
  }
  const repeated = headers.repeated.find(
    (name) => name !== REQUEST_TARGET && listed.includes(name),
  );
  return repeated === undefined ? undefined : refuse('header-duplicated', spelled(repeated));
}
