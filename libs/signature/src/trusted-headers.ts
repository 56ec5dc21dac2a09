import { LRUCache } from 'lru-cache';

/** The end of a certificate is its issuer's signature: no two certificates share it by chance. */
const TAIL_LENGTH = 64;

/**
 * What is known of whole certificate headers, by their text: a TPP sends the same text each time,
 * and comparing it costs less than decoding and hashing it. Keep only what was found trusted here.
 */
export class TrustedHeaders<Known extends object> {
  private readonly byTail: LRUCache<string, { readonly header: string; readonly known: Known }>;

  /** @param max how many headers; the least recently used one goes first */
  constructor(max: number) {
    this.byTail = new LRUCache({ max });
  }

  /** What is known of exactly this header. */
  get(header: string): Known | undefined {
    const last = this.byTail.get(header.slice(-TAIL_LENGTH));
    return last?.header === header ? last.known : undefined;
  }

  set(header: string, known: Known): void {
    this.byTail.set(header.slice(-TAIL_LENGTH), { header, known });
  }

  clear(): void {
    this.byTail.clear();
  }
}
