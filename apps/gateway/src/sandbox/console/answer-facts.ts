import type { AnswerFacts, ShownResource } from '@nordgate/contracts/queries';

/** An answer before it is coded: its content, and the headers that the facts need. */
export interface SentAnswer {
  readonly payload: unknown;
  readonly retryAfter: unknown;
}

const idMembers = { paymentId: 'payment', basketId: 'basket', consentId: 'consent' } as const;

/** The longest answer that is read: a page of transactions is shorter. */
const charactersMax = 2_000_000;

/** What a request made, and what its answer asks of the TPP. */
export interface ReadAnswer {
  readonly made: ShownResource | null;
  readonly facts: AnswerFacts;
}

/** Reads an answer. Content that is no JSON object has no facts. */
export function readAnswer({ payload, retryAfter }: SentAnswer): ReadAnswer {
  const content = objectIn(payload);
  const links = objectOf(content['_links']);
  const pageLinks = objectOf(objectOf(content['transactions'])['_links'] ?? content['_links']);
  const cardLinks = objectOf(objectOf(content['cardTransactions'])['_links']);
  const facts = {
    next: targetOf(pageLinks['next'] ?? cardLinks['next']),
    retryAfterSeconds: secondsIn(retryAfter),
    hasScaRedirect: typeof objectOf(links['scaRedirect'])['href'] === 'string',
  };
  return { made: madeIn(content), facts };
}

const namedBy = [
  [/^\/v1\/(?:bulk-|periodic-)?payments\/[^/?]+\/([^/?]+)/, 'payment'],
  [/^\/v1\/signing-baskets\/([^/?]+)/, 'basket'],
  [/^\/v1\/(?:bank-offered-)?consents\/([^/?]+)/, 'consent'],
  [/^\/v1\/sandbox\/payments\/([^/?]+)/, 'payment'],
  [/^\/v1\/sandbox\/bank-offered-consents\/([^/?]+)/, 'consent'],
] as const;

/** The payment, basket or consent that the path of a request names. */
export function resourceIn(target: string): ShownResource | null {
  for (const [form, kind] of namedBy) {
    const id = form.exec(target)?.[1];
    if (id !== undefined) return { kind, id };
  }
  return null;
}

function madeIn(content: Members): ShownResource | null {
  for (const [member, kind] of Object.entries(idMembers)) {
    const id = content[member];
    if (typeof id === 'string') return { kind, id };
  }
  return null;
}

type Members = Readonly<Record<string, unknown>>;

function objectIn(payload: unknown): Members {
  if (typeof payload !== 'string' || payload.length > charactersMax) return {};
  if (!payload.startsWith('{')) return {};
  try {
    return objectOf(JSON.parse(payload));
  } catch {
    return {};
  }
}

const objectOf = (part: unknown): Members =>
  typeof part === 'object' && part !== null ? (part as Members) : {};

/** The path and query of a link. */
function targetOf(link: unknown): string | null {
  const { href } = objectOf(link);
  return typeof href === 'string' ? href.replace(/^https?:\/\/[^/]+/, '') : null;
}

function secondsIn(retryAfter: unknown): number | null {
  const text = String(retryAfter);
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
