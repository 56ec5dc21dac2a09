/** The customer's passkeys, on their overview; undefined where the site can have none. */
export interface PasskeysPart {
  readonly passkeys?: {
    readonly list: readonly {
      /** How the form names it. */
      readonly key: string;
      readonly name: string;
      readonly since: string;
      /** Undefined until it is used. */
      readonly lastUsed: string | undefined;
    }[];
    /** Where another one is asked for; undefined when there are as many as may be. */
    readonly add: string | undefined;
    readonly remove: string;
  };
}
