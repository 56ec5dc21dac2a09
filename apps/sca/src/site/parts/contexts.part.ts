/** The choice of a context (specification 5.14), as a part of other pages. */
export interface ContextsPart {
  /** Where another context is chosen. */
  readonly change: string;
  /** The contexts to choose from; none when there is no choice. */
  readonly contexts: readonly {
    readonly key: string;
    readonly kind: 'PRIVATE' | 'CORPORATE';
    readonly name: string;
    readonly isShown: boolean;
  }[];
}
