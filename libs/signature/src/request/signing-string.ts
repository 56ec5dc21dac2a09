import { REQUEST_TARGET, spelled } from '../base/header-names.js';
import { withoutOuterSpace } from '../base/header-text.js';
import { refuse, type SignatureRefusal } from '../base/refusal.js';

/** The signed parts of a request or of an answer. */
export interface SignedMessage {
  /** The request line, with path and query exactly as sent; undefined for an answer. */
  readonly request?: { readonly method: string; readonly target: string };
  /** Gives the value of a lower-case header name as received, undefined when it was not sent. */
  readonly header: (name: string) => string | undefined;
}

/**
 * Builds the signing string of draft-cavage-http-signatures-12 section 2.3 and specification
 * section 5 point 6: one line `name: value` per listed name in list order, joined by a newline.
 * Spaces and tabs around a value are cut; those inside stay. An answer has no `(request-target)`.
 *
 * @param names lower-case names as listed in the `headers` part
 * @returns the string, one character per octet (latin1); or the refusal `listed-header-absent`
 */
export function signingString(
  names: readonly string[],
  message: SignedMessage,
): string | SignatureRefusal {
  let lines = '';
  for (const name of names) {
    const value = name === REQUEST_TARGET ? requestTarget(message) : message.header(name);
    if (value === undefined) return refuse('listed-header-absent', spelled(name));
    lines += `${lines === '' ? '' : '\n'}${name}: ${withoutOuterSpace(value)}`;
  }
  return lines;
}

function requestTarget({ request }: SignedMessage): string | undefined {
  return request && `${request.method.toLowerCase()} ${request.target}`;
}
