import type { Fault } from '@nordgate/contracts/http';
import type { TextKey } from '@nordgate/contracts/texts';
import { fault } from '../reply/request-error.js';
import type { HeaderValues } from './header-table.js';
import type { RouteRequirements } from './route-requirements.js';

/** Two headers whose values deny each other. */
export interface Contradiction {
  /** The header that the fault names, and the one that denies it. */
  readonly headers: readonly [named: string, other: string];
  readonly isMet: (header: HeaderValues) => boolean;
  readonly rule: TextKey;
}

/**
 * The pairs of headers that deny each other. A header that another one needs is not here: `headerTable`
 * requires it (PSU-ID needs TPP-Session-ID; CORPORATE with PSU-ID needs PSU-Corporate-ID).
 */
export const contradictions: readonly Contradiction[] = [
  {
    headers: ['PSU-Context', 'PSU-Corporate-ID'],
    isMet: (header) =>
      header('psu-context') === 'PRIVATE' && header('psu-corporate-id') !== undefined,
    rule: 'header.privateAgreement',
  },
];

/**
 * The faults of headers that deny each other (rulings on identity). None for a route between the TPP and
 * the bank alone, which reads no header about a PSU.
 */
export function contradictionFaults(
  header: HeaderValues,
  { kind }: Pick<RouteRequirements, 'kind'>,
): Fault[] {
  if (kind === 'service') return [];
  return contradictions
    .filter(({ isMet }) => isMet(header))
    .map(({ headers: [name], rule }) => fault('FORMAT_ERROR', rule, name));
}
