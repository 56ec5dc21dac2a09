/** One series of a promtool test. */
export interface Series {
  readonly series: string;
  readonly values: string;
}

/** Seconds between two samples and evaluations: twice those of the bank, for half the time. */
export const sampleSeconds = 30;

/** A kill in a bank that was healthy for an hour: when it works again, and when the replay ends. */
export interface Timing {
  readonly healthyMinutes: number;
  readonly outageMinutes: number;
  readonly recoveryMinutes: number;
}

/** Where a sample is. */
export interface Moment {
  /** Minutes since the kill; negative before it. */
  readonly sinceKill: number;
  readonly isOut: boolean;
  /** Minutes since the system works again; negative before. */
  readonly sinceBack: number;
}

const samplesPerMinute = 60 / sampleSeconds;

/** The moments of all samples. */
export function momentsOf(timing: Timing): readonly Moment[] {
  const { healthyMinutes, outageMinutes, recoveryMinutes } = timing;
  const minutes = healthyMinutes + outageMinutes + recoveryMinutes;
  return Array.from({ length: minutes * samplesPerMinute }, (_, at) => {
    const sinceKill = at / samplesPerMinute - healthyMinutes;
    const sinceBack = sinceKill - outageMinutes;
    return { sinceKill, sinceBack, isOut: sinceKill >= 0 && sinceBack < 0 };
  });
}

/** A gauge; undefined where the process does not show it. */
export function gauge(
  series: string,
  moments: readonly Moment[],
  valueAt: (moment: Moment) => number | undefined,
): Series {
  const values = moments.map((moment) => String(valueAt(moment) ?? '_'));
  return { series, values: values.join(' ') };
}

/** A counter with its rate per second; undefined where the process is away. It goes on where it was. */
export function counter(
  series: string,
  moments: readonly Moment[],
  rateAt: (moment: Moment) => number | undefined,
): Series {
  let total = 0;
  const values = moments.map((moment) => {
    const rate = rateAt(moment);
    if (rate === undefined) return '_';
    total += rate * sampleSeconds;
    return String(total);
  });
  return { series, values: values.join(' ') };
}
