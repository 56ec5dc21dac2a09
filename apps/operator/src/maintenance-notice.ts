import type { TppContact } from '@nordgate/contracts/queries';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';

/** A message about maintenance for the contact of one TPP. */
export interface Notice {
  readonly tppId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The message to a TPP about a window, with its times in UTC as GET /v1/status has them. */
export function noticeOf(
  { tppId, email: to }: Pick<TppContact, 'tppId' | 'email'>,
  { from, until, readsGoOn }: MaintenanceWindow,
): Notice {
  const reads = readsGoOn
    ? 'Requests that only read are answered meanwhile. All others are answered 503 with Retry-After.'
    : 'All requests are answered 503 with Retry-After meanwhile.';
  const text = [
    `We are going to maintain the interface from ${from} until ${until} at the latest (UTC).`,
    `${reads} Nothing that the bank has received is lost.`,
    'The pages on which customers approve are closed, and payments are executed after the end.',
    '',
    'GET /v1/status of the interface says how it stands. It needs no signature.',
    '',
    `This notice goes to the contact that ${tppId} has registered with PUT /v1/tpp/contact.`,
  ].join('\n');
  return { tppId, to, subject: `Planned maintenance from ${from}`, text };
}
