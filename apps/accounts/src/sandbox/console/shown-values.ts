import type { KeptRequest, ShownResource } from '@nordgate/contracts/queries';

const oslo = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Oslo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** A moment as people in the bank's country read it: `2030-01-01 13:00:00`. */
export const momentInOslo = (at: string): string => oslo.format(new Date(at));

/** Where the console shows a payment, a basket or the requests of a consent. */
export function hrefOfResource({ kind, id }: ShownResource): string {
  if (kind === 'consent') return `/?about=${encodeURIComponent(id)}`;
  return `/${kind}s/${encodeURIComponent(id)}`;
}

/** The requests about one payment, basket or consent. */
export const requestsAbout = (
  requests: readonly KeptRequest[],
  id: string,
): readonly KeptRequest[] => requests.filter(({ resource }) => resource?.id === id);
