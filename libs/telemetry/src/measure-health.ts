import type { CheckState, Health, Outage } from './health.js';
import { outageSummary } from './quiet-lines.js';
import type { Log } from './log.js';
import { measureRegularly } from './measure-regularly.js';
import { instrumentsOf } from './metrics.js';
import { attributeNames } from './names.js';

/** What is measured. */
export interface MeasuredHealth {
  readonly health: Health;
  readonly log: Log;
  /** Between two measurements. Default 10 s. */
  readonly everyMs?: number;
}

/**
 * Measures every check of the process until it is stopped: 1 while it is up, 0 while it is down. While another system does
 * not answer, the log has one line about it for each measurement, with the number of lines that it replaces.
 */
export function measureHealth({ health, log, ...often }: MeasuredHealth): { stop(): void } {
  const known = new Set<string>();
  const down = new Set<string>();
  const labelsOf = (check: string) => ({ [attributeNames.check]: check });
  const forget = (name: string) => {
    instrumentsOf().checkUp.forget(labelsOf(name));
    known.delete(name);
    down.delete(name);
  };
  const tell = (name: string, { error, isUp }: CheckState, { peer, words }: Outage) => {
    if (isUp && !down.delete(name)) return;
    if (isUp) return log.info(outageSummary(peer), `over: ${words}`);
    down.add(name);
    log.error({ ...outageSummary(peer), err: error }, words);
  };
  return measureRegularly({
    ...often,
    measure: async () => {
      const states = await health.all();
      for (const name of known) if (!states.has(name)) forget(name);
      for (const [name, state] of states) {
        const { isUp, outage } = state;
        known.add(name);
        instrumentsOf().checkUp.record(isUp ? 1 : 0, labelsOf(name));
        if (outage !== undefined) tell(name, state, outage);
      }
    },
    forget: () => {
      for (const name of known) instrumentsOf().checkUp.forget(labelsOf(name));
    },
  });
}
