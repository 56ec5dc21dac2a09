import { setTimeout as sleep } from 'node:timers/promises';
import { batchRunsPath, NotAsDescribedError, refusesDate } from '@nordgate/testing';
import type { Chance } from '../chance.js';
import type { HistoryFile } from '../history/history-file.js';
import type { Parties } from './parties.js';

interface Requests {
  readonly parties: Pick<Parties, 'tpps'>;
  readonly history: Pick<HistoryFile, 'note'>;
  readonly chance: Chance;
  /** Whether the clock of a gateway may be wrong, which then refuses the date of a right request. */
  readonly areClocksWrong: boolean;
}

const betweenMs = { min: 200, max: 1500 };

/** Asks for runs of the batch until the signal: each executes what is approved by then. */
export async function keepRunning(requests: Requests, signal: AbortSignal): Promise<void> {
  const { chance } = requests;
  while (!signal.aborted) {
    const pause = chance.between(betweenMs.min, betweenMs.max);
    await sleep(pause, undefined, { signal }).catch(() => undefined);
    await requestRun(requests);
  }
}

const againMs = 500;
const triesMax = 40;

/** Asks for a run until one is acknowledged. @throws Error when none is, though the bank is up */
export async function runOnce(requests: Omit<Requests, 'areClocksWrong'>): Promise<void> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (await requestRun({ ...requests, areClocksWrong: false })) return;
    await sleep(againMs);
  }
  throw new Error('no run of the batch is acknowledged');
}

/**
 * Asks for a run once, and notes its id.
 *
 * @returns whether it was acknowledged
 * @throws Error for an answer besides 202, and 503 and the refusal of a date by a wrong clock, which promise nothing
 * @throws NotAsDescribedError when an answer differs from the OpenAPI description
 */
async function requestRun(requests: Requests): Promise<boolean> {
  const { parties, history, chance, areClocksWrong } = requests;
  const call = { method: 'POST', path: batchRunsPath } as const;
  const answer = await chance.pick(parties.tpps).call(call).catch(unlessNotAsDescribed);
  if (answer === undefined || answer.status === 503) return false;
  if (areClocksWrong && refusesDate(answer)) return false;
  if (answer.status !== 202) throw new Error(`a run was answered ${String(answer.status)}`);
  const { runId } = answer.json as { readonly runId: string };
  await history.note({ is: 'running', runId });
  return true;
}

/** Ignores the network errors of a killed gateway, but no deviation from the description. */
function unlessNotAsDescribed(error: unknown): undefined {
  if (error instanceof NotAsDescribedError) throw error;
}
