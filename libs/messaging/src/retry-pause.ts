const firstMs = 50;
const lastMs = 2000;

/** The pause before a failed slice comes again: doubles from attempt to attempt, up to two seconds. */
export function retryPauseMs(failures: number): number {
  return Math.min(firstMs * 2 ** failures, lastMs);
}
