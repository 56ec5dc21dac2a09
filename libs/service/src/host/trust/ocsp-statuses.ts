import { setTimeout as delay } from 'node:timers/promises';
import type { Certificate, OcspAnswer, OcspSubject, RevocationLists } from '@nordgate/signature';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { HealthCheck, Log } from '@nordgate/telemetry';
import { askOcsp, responderOf } from './ocsp-responders.js';
import type { OcspCheck, OcspResponder } from './ocsp-responders.js';
import { Poll } from './poll.js';

/** The status of a certificate by its responder. */
export type OcspStatus =
  | { readonly is: 'good' | 'unknown' }
  | { readonly is: 'revoked'; readonly isSuperseded: boolean }
  /** No answer has arrived yet, or the last one is out of date. */
  | { readonly is: 'unanswered' };

export interface OcspOptions extends OcspCheck {
  /** The responders now: their file may change. */
  readonly responders: () => readonly OcspResponder[];
  readonly log: Log;
  /** Default: over HTTP. */
  readonly ask?: typeof askOcsp;
}

/** The waiting time of the first request with a certificate. */
const firstAnswerMsMax = 300;
/** A status is asked again after this time, or after half of the rest of its time. */
const askAgainMs = 10 * 60_000;
const retryMs = 10_000;
/** A certificate that nobody has used for this long is forgotten. */
const unusedMsMax = 60 * 60_000;
const entriesMax = 1000;
const askingMax = 16;
const lookMs = 1000;

interface Entry {
  readonly subject: OcspSubject;
  readonly sinceMs: number;
  usedMs: number;
  dueMs: number;
  answer?: OcspAnswer;
  /** The first question while it has no answer. */
  first?: Promise<void> | undefined;
  isAsking: boolean;
}

/**
 * The statuses of certificates by OCSP (RFC 6960, docs/adr/0038-registers-over-http-and-ocsp.md). Responders
 * are asked in the background, at the addresses of the configuration. An answer counts until its nextUpdate,
 * and `revoked` until another answer. Ask for verified certificates only: each takes an entry.
 */
export class OcspStatuses implements HealthCheck {
  readonly name = 'ocsp';
  /** A responder that is down concerns the TPPs of one CA. */
  readonly informs = true;
  /** The least recently used first. */
  private readonly entries = new Map<string, Entry>();
  /** The responders of CAs that were looked up, out of a list. */
  private known = new WeakMap<Certificate, OcspResponder | false>();
  private knownOf: readonly OcspResponder[] = [];
  private readonly faults = new Map<string, string>();
  private readonly poll = new Poll(() => this.look(), lookMs);
  private asking = 0;

  constructor(private readonly options: OcspOptions) {}

  /** The responder of a CA; undefined without one. */
  responderOf(issuer: Certificate): OcspResponder | undefined {
    const responders = this.options.responders();
    if (responders !== this.knownOf) {
      this.known = new WeakMap();
      this.knownOf = responders;
    }
    const known = this.known.get(issuer);
    if (known !== undefined) return known === false ? undefined : known;
    const responder = responderOf(responders, issuer);
    this.known.set(issuer, responder ?? false);
    return responder;
  }

  /** The status as it is known now. A certificate that is seen for the first time is asked for. */
  statusOf(subject: OcspSubject, now: Date): OcspStatus {
    const entry = this.entryOf(subject, now);
    return entry === undefined ? { is: 'unanswered' } : statusIn(entry, now);
  }

  /** The same, after waiting for the first answer, 300 ms at most from the first request. */
  async firstStatusOf(subject: OcspSubject, now: Date): Promise<OcspStatus> {
    const entry = this.entryOf(subject, now);
    if (entry === undefined) return { is: 'unanswered' };
    const restMs = entry.sinceMs + firstAnswerMsMax - performance.now();
    if (entry.first !== undefined && restMs > 0) {
      const limit = new AbortController();
      const { signal } = limit;
      await Promise.race([
        entry.first,
        delay(restMs, undefined, { signal }).catch(() => undefined),
      ]);
      limit.abort();
    }
    return statusIn(entry, now);
  }

  /** Rejects while a responder gives no valid answer. */
  check(): Promise<void> {
    const responder = this.options.responders().find(({ url }) => this.faults.has(url));
    const fault = responder && this.faults.get(responder.url);
    return fault === undefined ? Promise.resolve() : Promise.reject(new Error(fault));
  }

  start(): void {
    this.poll.start();
  }

  stop(): Promise<void> {
    return this.poll.stop();
  }

  /** Asks for every status that is due. Resolves when the answers have arrived. */
  async look(): Promise<void> {
    const now = this.options.now();
    for (const [key, { usedMs, isAsking }] of [...this.entries]) {
      if (now.getTime() - usedMs > unusedMsMax && !isAsking) this.entries.delete(key);
    }
    const all = [...this.entries.values()];
    const unanswered = all.filter((entry) => statusIn(entry, now).is === 'unanswered').length;
    instrumentsOf().ocspUnanswered.record(unanswered);
    const due = all.filter(({ dueMs, isAsking }) => dueMs <= now.getTime() && !isAsking);
    await Promise.all(due.map((entry) => this.ask(entry)));
  }

  private entryOf(subject: OcspSubject, now: Date): Entry | undefined {
    if (this.responderOf(subject.issuer) === undefined) return undefined;
    const key = `${keyOf(subject.issuer)} ${subject.serial.toString()}`;
    const known = this.entries.get(key);
    if (known !== undefined) {
      known.usedMs = now.getTime();
      this.entries.delete(key);
      this.entries.set(key, known);
      return known;
    }
    const times = { sinceMs: performance.now(), usedMs: now.getTime(), dueMs: 0 };
    const entry: Entry = { subject, ...times, isAsking: false };
    const [oldest] = this.entries.keys();
    if (this.entries.size === entriesMax && oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(key, entry);
    entry.first = this.ask(entry).finally(() => (entry.first = undefined));
    return entry;
  }

  /** Never rejects. Too many questions at once wait for the next look. */
  private async ask(entry: Entry): Promise<void> {
    if (this.asking >= askingMax) return;
    this.asking += 1;
    entry.isAsking = true;
    try {
      await this.answer(entry);
    } finally {
      entry.isAsking = false;
      this.asking -= 1;
    }
  }

  private async answer(entry: Entry): Promise<void> {
    const { now, isRevoked, ask = askOcsp } = this.options;
    const { subject } = entry;
    const responder = this.responderOf(subject.issuer);
    if (responder === undefined) {
      // The CA has no responder any more. What the last one answered stays until it is not used.
      entry.dueMs = now().getTime() + askAgainMs;
      return;
    }
    try {
      const answer = await ask(subject, responder, { now, isRevoked });
      // An older answer, repeated by somebody, must not bring a revoked certificate back.
      if (entry.answer !== undefined && answer.thisUpdate < entry.answer.thisUpdate) {
        throw new Error('The response is older than the last one.');
      }
      entry.answer = answer;
      const restMs = answer.until.getTime() - now().getTime();
      entry.dueMs = now().getTime() + Math.max(retryMs, Math.min(askAgainMs, restMs / 2));
      this.report(responder, undefined);
      count(answer.is);
    } catch (error) {
      entry.dueMs = now().getTime() + retryMs;
      this.report(responder, (error as Error).message);
      count('failed');
    }
  }

  private report({ issuer, url }: OcspResponder, fault: string | undefined): void {
    const { log } = this.options;
    const before = this.faults.get(url);
    if (fault === undefined) {
      this.faults.delete(url);
      if (before !== undefined) log.info({ issuer }, 'An OCSP responder answers again.');
      return;
    }
    this.faults.set(url, fault);
    if (before === undefined)
      log.error({ issuer, fault }, 'An OCSP responder gives no valid answer.');
  }
}

/** Makes the statuses of the responders in a file that may change. `lists` are the lists of the CAs now. */
export function ocspStatusesOf(
  responders: () => readonly OcspResponder[],
  lists: () => Pick<RevocationLists, 'statusOf'>,
  log: Log,
): OcspStatuses {
  return new OcspStatuses({
    responders,
    log,
    now: () => new Date(),
    isRevoked: (responder, issuer, now) =>
      lists().statusOf(responder, issuer, now).is === 'revoked',
  });
}

function statusIn({ answer }: Entry, now: Date): OcspStatus {
  if (answer?.is === 'revoked') return { is: 'revoked', isSuperseded: answer.isSuperseded };
  return answer === undefined || now > answer.until ? { is: 'unanswered' } : { is: answer.is };
}

function count(result: OcspAnswer['is'] | 'failed'): void {
  instrumentsOf().ocspAnswers.add(1, { [attributeNames.ocspResult]: result });
}

/** Hashes of the CAs' certificates: Node makes them at each reading. */
const keys = new WeakMap<Certificate, string>();

function keyOf(issuer: Certificate): string {
  const known = keys.get(issuer) ?? issuer.x509.fingerprint256;
  keys.set(issuer, known);
  return known;
}
