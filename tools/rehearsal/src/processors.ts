import os from 'node:os';

/** Begins to count. The function returns which share of the processors' time since then was idle, from 0 to 1. */
export function countIdleShare(): () => number {
  const before = times();
  return () => {
    const now = times();
    const all = now.all - before.all;
    return all === 0 ? 0 : (now.idle - before.idle) / all;
  };
}

/** A share as a whole number of percent. */
export const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

function times(): { readonly idle: number; readonly all: number } {
  const each = os.cpus().map((one) => one.times);
  return {
    idle: each.reduce((sum, { idle }) => sum + idle, 0),
    all: each.flatMap((one) => Object.values(one)).reduce((sum, ms) => sum + ms, 0),
  };
}
