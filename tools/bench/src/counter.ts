import { streamType } from '@nordgate/decider';
import type { Execute } from '@nordgate/event-store';

interface Paid {
  readonly type: 'Paid';
  readonly data: { readonly amount: string; readonly text: string };
}
interface Count {
  readonly paid: number;
  readonly last: string;
}

/** A minimal stream: the benches measure the store and the transport, not a domain. */
export const counter = streamType<Count, Paid>({
  name: 'bench',
  stateVersion: 1,
  initial: { paid: 0, last: '' },
  evolve: (state, { data }) => ({ paid: state.paid + 1, last: data.text }),
  events: { Paid: { version: 1 } },
});

export const text = 'x'.repeat(300);

/** Every command appends one event of about 300 bytes. */
export const pay: Execute = (command, work) => {
  const root = work.root(counter, command.stream);
  root.run(() => [{ type: 'Paid', data: { amount: '1.00', text } }], command);
  return Promise.resolve(null);
};
