/** Fields of a request that changes something. */
export interface Identified {
  /**
   * an id of 8 to 64 letters, digits, hyphens and underscores; the same id twice is the same request
   *
   * @pattern ^[\w-]{8,64}$
   */
  readonly id: string;
}

/** Fields of a request about a TPP. */
export interface OfTpp extends Identified {
  /**
   * the organizationIdentifier of the TPP, like PSDNO-FSA-123456789
   *
   * @pattern ^PSD[A-Z]{2}-[A-Z]{2,8}-[!-~]{1,64}$
   */
  readonly tppId: string;
}

/** Fields of a request about a payment. */
export interface OfPayment extends Identified {
  /**
   * the id of the payment's stream, 32 hexadecimal digits, in a sandbox with the generation of its
   * world (`.3`): without the key letter, kind and MAC that TPPs see
   *
   * @pattern ^[0-9a-f]{32}(\.[1-9][0-9]{0,9})?$
   */
  readonly paymentId: string;
}

/** Fields of a request that somebody has to justify. */
export interface Justified {
  /**
   * a text of 1 to 200 printable characters
   *
   * @pattern ^[^\p{C}]{1,200}$
   */
  readonly reason: string;
}

/** Fields of a request that somebody may justify. A request that reveals personal data has to be justified. */
export interface Explained {
  /**
   * a text of 1 to 200 printable characters
   *
   * @pattern ^[^\p{C}]{1,200}$
   */
  readonly reason?: string;
}
