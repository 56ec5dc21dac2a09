import { readsWithoutPsu } from '@nordgate/contracts/rules';
import type { ReadRecord } from '../workload/account-history.js';
import type { SimulatedEvidence } from './simulated-law.js';

type Reads = Pick<SimulatedEvidence, 'reads'>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const fromOf = ({ at }: ReadRecord) => at.fromMs;
const isAnswered = ({ answer }: ReadRecord) => answer.is === 'answered';
/** A read without an answer may be counted until its service has handled it, which nobody knows. */
const countedUntilMs = ({ answer, at }: ReadRecord) =>
  answer.is === 'unknown' ? Number.POSITIVE_INFINITY : at.untilMs;

/**
 * Without the PSU at most four reads of an account and kind are answered in 24 hours, and none is refused while fewer may
 * have been counted (specification section 8).
 */
export function permits({ reads }: Reads): readonly string[] {
  const unattended = reads.filter(({ need }) => need === 'unattended');
  const groups = Map.groupBy(unattended, ({ accountId, kind }) => `${kind} of ${accountId}`);
  return [...groups].flatMap(([what, own]) => [...tooMany(what, own), ...tooFew(what, own)]);
}

function tooMany(what: string, own: readonly ReadRecord[]): readonly string[] {
  const answered = own.filter(isAnswered);
  return answered.flatMap((first) => {
    const inWindow = answered.filter(
      ({ at }) => at.fromMs >= fromOf(first) && at.untilMs < fromOf(first) + dayMs,
    );
    if (inWindow.length <= readsWithoutPsu) return [];
    return [
      `${String(inWindow.length)} reads of ${what} were answered without the PSU in 24 hours`,
    ];
  });
}

function tooFew(what: string, own: readonly ReadRecord[]): readonly string[] {
  return own.flatMap((refused) => {
    if (refused.answer.is !== 'exceeded') return [];
    const mayCount = own.filter(
      (read) =>
        (isAnswered(read) || read.answer.is === 'unknown') &&
        fromOf(read) <= refused.at.untilMs &&
        countedUntilMs(read) > fromOf(refused) - dayMs,
    );
    if (mayCount.length >= readsWithoutPsu) return [];
    return [`a read of ${what} was refused after ${String(mayCount.length)} reads in 24 hours`];
  });
}

/**
 * No read is answered after the bank has acknowledged the end of its consent, or after the end of the consent by itself; and none
 * is refused for its consent before (specification 5.10, 5.14).
 */
export function consents({ reads }: Reads): readonly string[] {
  return reads.flatMap((read) => {
    const { accountId, at, answer, phase, endMs } = read;
    const isOver = at.fromMs >= endMs;
    if (answer.is === 'answered' || answer.is === 'exceeded') {
      if (phase === 'ended')
        return [`a read of ${accountId} was ${answer.is} after the end was acknowledged`];
      return isOver ? [`a read of ${accountId} was ${answer.is} after the consent had ended`] : [];
    }
    if (answer.is !== 'refused' || !answer.code.startsWith('CONSENT_')) return [];
    const mayBeRefused = phase !== 'valid' || at.untilMs >= endMs;
    return mayBeRefused
      ? []
      : [`a read of ${accountId} was refused as ${answer.code} while the consent was valid`];
  });
}

/** A read with the PSU present is answered within the hour after the SCA, and refused as expired after it only (5.13). */
export function sessions({ reads }: Reads): readonly string[] {
  return reads.flatMap(({ accountId, at, answer, need, given }) => {
    if (need !== 'attended') return [];
    if (answer.is === 'answered' && at.fromMs >= given.untilMs + hourMs) {
      return [`a read of ${accountId} with the PSU was answered after the hour of the session`];
    }
    const isEarly = at.untilMs < given.fromMs + hourMs;
    const isExpired = answer.is === 'refused' && answer.code === 'SCA_EXPIRED';
    return isExpired && isEarly
      ? [`a read of ${accountId} with the PSU was refused within the hour of the session`]
      : [];
  });
}
