import type { MadeBy } from '../accounts/ledger-events.v1.js';

/** The text of the refusal to refuse an execution of a payment that is executing or has ended. */
export const tooLateToRefuse = 'too-late';

const beginning = 'sandbox/';

/**
 * Who acts when a TPP of the sandbox has the bank act in another channel: the request of the TPP. Nobody else has a name of
 * this form, so no message can act in the name of an operator or of an approval.
 */
export function otherChannelOf({ request, content }: MadeBy): string {
  return `${beginning}${request}/${content}`;
}

/** Whether a name is one of {@link otherChannelOf}. */
export function isOtherChannel(by: string): boolean {
  return by.startsWith(beginning);
}

/** Whether two of these names are of one X-Request-ID with different content. */
export function isReusedBy(by: string, known: string): boolean {
  const requestOf = (name: string) => name.slice(0, name.lastIndexOf('/'));
  return by !== known && isOtherChannel(by) && requestOf(by) === requestOf(known);
}
