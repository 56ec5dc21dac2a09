import { InfrastructureError } from '@nordgate/event-store';
import { ServiceUnavailable } from '@nordgate/service';

/** SQLSTATE classes: connection lost, resources short, operator intervention. */
const outageClasses = new Set(['08', '53', '57']);

/** Whether an error says that something cannot be reached now, rather than that we have a bug. */
export function isOutage(error: unknown): boolean {
  if (error instanceof InfrastructureError || error instanceof ServiceUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return true;
  return typeof code === 'string' && code.length === 5 && outageClasses.has(code.slice(0, 2));
}
