import type { MessageCode } from '../../base/codes/message-codes.js';

/** A method that a link offers (specification §2.1). */
export type LinkVerb = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** Where a client may go next. */
export interface Link {
  /** A path of this interface, or an address of the bank for the PSU. */
  readonly href: string;
  /** @minItems 1 */
  readonly verbs: readonly LinkVerb[];
}

/** `_links`: from link name to link (specification §2.1). */
export type Links = Readonly<Record<string, Link>>;

/** Where the client may go next, by the name of the link. */
export type LinksTo<Names extends string> = { readonly [Name in Names]?: Link };

/** A message about the request: an error, or a warning. */
export interface TppMessage {
  readonly category: 'ERROR' | 'WARNING';
  readonly code: MessageCode;
  /** JSON pointer into the body, or name of a header or query parameter. */
  readonly path?: string;
  /**
   * In the negotiated language.
   *
   * @maxLength 512
   */
  readonly text?: string;
}

/** What a reply may say besides its content. */
export interface Remarks {
  /** @minItems 1 */
  readonly tppMessages?: readonly TppMessage[];
}

/** Remarks, and a message for the PSU. */
export interface RemarksForPsu extends Remarks {
  /**
   * For the PSU.
   *
   * @maxLength 512
   */
  readonly psuMessage?: string;
}

/** Body of every answer other than 2xx. A 401 may have a `scaRedirect` link. */
export interface ErrorBody {
  /** @minItems 1 */
  readonly tppMessages: readonly TppMessage[];
  /** The consent that the PSU gives at `scaRedirect`, or the one in force. Its links come with it. */
  readonly consentId?: string;
  readonly _links?: LinksTo<'scaRedirect' | 'self' | 'status' | 'scaStatus'>;
}
