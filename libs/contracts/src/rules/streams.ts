/** The id of a stream of a category. */
export type StreamId<Category extends string> = `${Category}-${string}`;

/** How the streams of a category are named: `<category>-<id>`. */
export interface StreamNames<
  Category extends string,
  Parts extends readonly string[] = [id: string],
> {
  readonly category: Category;
  /** The stream that these parts name. */
  readonly id: (...parts: Parts) => StreamId<Category>;
  /** What follows the category. Throws for a stream of another category. */
  readonly idOf: (stream: string) => string;
  /** Whether a stream is of this category. */
  readonly has: (stream: string) => stream is StreamId<Category>;
}

function named<Category extends string, Parts extends readonly string[] = [id: string]>(
  category: Category,
): StreamNames<Category, Parts> {
  const prefix = `${category}-` as const;
  const has = (stream: string): stream is StreamId<Category> => stream.startsWith(prefix);
  return {
    category,
    id: (...parts) => `${prefix}${parts.join('-')}`,
    idOf: (stream) => {
      if (!has(stream)) throw new Error(`${stream} is no ${category} stream`);
      return stream.slice(prefix.length);
    },
    has,
  };
}

/** The names of all streams; a category is spelt here and nowhere else. */
export const streams = {
  payment: named('payment'),
  basket: named('basket'),
  authorisation: named('authorisation'),
  session: named<'session', [tpp: string, customerId: string]>('session'),
  /** `context` is the agreement, or PRIVATE. */
  access: named<'access', [tpp: string, customerId: string, context: string]>('access'),
  psu: named<'psu', [tpp: string, customerId: string]>('psu'),
  passkeys: named<'passkeys', [customerId: string]>('passkeys'),
  customer: named('customer'),
  agreement: named('agreement'),
  account: named('account'),
  cardAccount: named('card-account'),
  sandbox: named<'sandbox', [environment: string]>('sandbox'),
  tppStop: named<'tpp-stop', [tpp: string]>('tpp-stop'),
} as const;

/** The category of a stream. */
export type StreamCategory = (typeof streams)[keyof typeof streams]['category'];
