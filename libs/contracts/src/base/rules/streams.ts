import { hash } from 'node:crypto';
import { generationOf, inGeneration, withoutGeneration } from './generation.js';

/** The id of a stream of a category. */
export type StreamId<Category extends string> = `${Category}-${string}`;

/** How the streams of a category are named: `<category>-<id>`. */
export interface StreamNames<
  Category extends string,
  Parts extends readonly unknown[] = [id: string],
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

/**
 * What a part of a stream's name is: the id of something in a world, which has the generation already, or any other text,
 * such as the identifier of a TPP, which may end like a generation without having one.
 */
type PartKind = 'of-world' | 'text';

/**
 * Streams of what a PSU has with a TPP or the bank: a reset of the sandbox begins new ones (ADR 27). The ids of customers,
 * accounts and agreements among the parts have the generation already, and the stream has it once, at its end.
 */
function generational<Category extends string, Parts extends readonly string[]>(
  category: Category,
  kinds: { readonly [Part in keyof Parts]: PartKind },
): StreamNames<Category, [generation: number, ...parts: Parts]> {
  const names = named<Category, Parts>(category);
  return {
    ...names,
    id: (generation, ...parts) => {
      if (generation === 0) return `${category}-${parts.join('-')}`;
      const isIn = (part: string, at: number) =>
        kinds[at] === 'of-world' && generationOf(part) === generation;
      const bare = parts.map((part, at) => (isIn(part, at) ? withoutGeneration(part) : part));
      return `${category}-${inGeneration(bare.join('-'), generation)}`;
    },
  };
}

/** The names of all streams; a category is spelt here and nowhere else. */
export const streams = {
  /** The ids of payments, baskets and authorisations contain their generation. */
  payment: named('payment'),
  /** The customer's payments of one day in Oslo that needed no SCA; the day is YYYY-MM-DD. */
  exemptions: generational<'exemptions', [customerId: string, day: string]>('exemptions', [
    'of-world',
    'text',
  ]),
  basket: named('basket'),
  authorisation: named('authorisation'),
  session: generational<'session', [tpp: string, customerId: string]>('session', [
    'text',
    'of-world',
  ]),
  /** `context` is the agreement, or PRIVATE. */
  access: generational<'access', [tpp: string, customerId: string, context: string]>('access', [
    'text',
    'of-world',
    'of-world',
  ]),
  psu: generational<'psu', [tpp: string, customerId: string]>('psu', ['text', 'of-world']),
  passkeys: generational<'passkeys', [customerId: string]>('passkeys', ['of-world']),
  /** The ids of customers, agreements and accounts contain their generation, and so do those of payments. */
  customer: named('customer'),
  agreement: named('agreement'),
  account: named('account'),
  cardAccount: named('card-account'),
  /** The ids of entries contain their generation. */
  entry: named('entry'),
  /** `account` is the stream of the account whose money leaves or enters the bank. */
  clearing: generational<'clearing', [currency: string, account: string]>('clearing', [
    'text',
    'of-world',
  ]),
  /** Which run of the batch is open; a reset of the sandbox begins a new one. */
  schedule: generational<'schedule', [environment: string]>('schedule', ['text']),
  /** The ids of runs and executions contain their generation. */
  batchRun: named('batch-run'),
  execution: named('execution'),
  hold: named<'hold', [of: 'payment' | 'tpp', id: string]>('hold'),
  /** Gives the generations of a sandbox. */
  sandbox: named<'sandbox', [environment: string]>('sandbox'),
  /** The world of a TPP in the sandbox: which generation it is in. */
  world: named<'world', [tpp: string]>('world'),
  /** How the clock of the world of a TPP gets to its target. */
  worldMove: named<'world-move', [tpp: string]>('world-move'),
  /** How much of a bound of the sandbox is used; `of` is the bound, `id` whose it is, without a generation. */
  quota: generational<'quota', [of: string, id: string]>('quota', ['text', 'text']),
  /** The refusal that a TPP of the sandbox has planned for the next execution of a payment. */
  refusal: named<'refusal', [paymentId: string]>('refusal'),
  tppContact: generational<'tpp-contact', [tpp: string]>('tpp-contact', ['text']),
  tppStop: named<'tpp-stop', [tpp: string]>('tpp-stop'),
  /** What the operators of the bank did in a service: one stream in each service. */
  operation: named<'operation', [service: string]>('operation'),
  /** The windows of maintenance of the whole bank. */
  maintenance: named<'maintenance', [of: 'bank']>('maintenance'),
} as const;

/** The category of a stream. */
export type StreamCategory = (typeof streams)[keyof typeof streams]['category'];

/** The parts of a request that identify what it creates, besides its route. */
export interface IdentifiedRequest {
  /** The TPP's organizationIdentifier. */
  readonly tpp: string;
  /** The X-Request-ID. */
  readonly requestId: string;
  /** The generation of the sandbox in which the request was accepted; 0 in production. */
  readonly generation: number;
}

/**
 * The id that a creating request reaches: the first 128 bits of a SHA-256 over TPP, method, route and
 * X-Request-ID, in hexadecimal, and the generation. It needs no key, so a retry always finds its
 * stream. After a reset of the sandbox the same request creates another stream (ADR 27).
 */
export function streamIdOf(
  { tpp, requestId, generation }: IdentifiedRequest,
  method: string,
  route: string,
): string {
  const digest = hash('sha256', [tpp, method, route, requestId].join('\n'), 'hex');
  return inGeneration(digest.slice(0, streamIdLength), generation);
}

/** Hexadecimal characters of a stream id before its generation. */
export const streamIdLength = 32;
