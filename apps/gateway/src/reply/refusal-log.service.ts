import { hash } from 'node:crypto';
import { decodeCertificateHeader } from '@nordgate/signature';
import type { Log } from '@nordgate/telemetry';

/** A refused request, for people who look for attacks. It has no personal data. */
export interface RefusedRequest {
  /** The rule or the reason of the signature check that refused it: never text of the request. */
  readonly reason: string;
  readonly code: string;
  readonly status: number;
  readonly address: string | undefined;
  readonly method?: string;
  /** The template of the route. */
  readonly route?: string;
  /** The TPP whose signature holds; absent before that. */
  readonly tpp?: string;
  /** SHA-256 of the certificate that was sent, verified or not. */
  readonly fingerprint?: string;
  /** The X-Request-ID, when it has a safe form. */
  readonly requestId?: string;
}

/** Lines per second of one instance, and of one address among them. */
const linesMax = 20;
const linesPerAddressMax = 5;

/**
 * Writes one line per refused request, up to a number of lines per second: a flood of refusals must not
 * fill the log. A line counts the refusals without a line before it, and a metric counts all of them.
 */
export class RefusalLog {
  private second = 0;
  private lines = 0;
  private readonly linesOf = new Map<string, number>();
  private leftOut = 0;

  constructor(
    private readonly log: Log,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** `refused` is called only when its line is written. */
  write(address: string | undefined, refused: () => RefusedRequest): void {
    if (!this.hasRoomFor(address ?? '')) {
      this.leftOut += 1;
      return;
    }
    const { leftOut } = this;
    this.leftOut = 0;
    this.log.warn({ refused: refused(), leftOut }, 'A request was refused.');
  }

  private hasRoomFor(address: string): boolean {
    const second = Math.floor(this.nowMs() / 1000);
    if (second !== this.second) {
      this.second = second;
      this.lines = 0;
      this.linesOf.clear();
    }
    const ofAddress = this.linesOf.get(address) ?? 0;
    if (this.lines >= linesMax || ofAddress >= linesPerAddressMax) return false;
    this.lines += 1;
    this.linesOf.set(address, ofAddress + 1);
    return true;
  }
}

/** SHA-256 of the certificate in a TPP-Signature-Certificate header, in hexadecimal. */
export function fingerprintOf(header: string | string[] | undefined): string | undefined {
  const der = typeof header === 'string' ? decodeCertificateHeader(header) : undefined;
  return der && hash('sha256', der, 'hex');
}
