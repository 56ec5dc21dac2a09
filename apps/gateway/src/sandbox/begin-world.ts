import { dayInOslo, streams } from '@nordgate/contracts/rules';
import type { CommandClient } from '@nordgate/messaging';
import { sandboxName } from '@nordgate/service';
import type { WorldBeginning } from '@nordgate/service';
import type { ServiceState } from '../guard/service-state.js';

const stream = streams.sandbox.id(sandboxName);

/**
 * How the first request of a TPP begins its world, which also a read does (ADR 56). A world that another gateway has
 * begun meanwhile stays as it is. While the bank is maintained no world begins: `admit` throws RequestError, 503.
 */
export function worldBeginning(
  commands: CommandClient,
  services: Pick<ServiceState, 'requireWrites'>,
): WorldBeginning {
  return {
    admit: () => services.requireWrites(new Date()),
    begin: (tpp) => {
      const now = new Date();
      const data = { tpp, isFirst: true };
      const meta = { at: now.toISOString(), actor: tpp };
      const id = firstRequestId(tpp, now);
      const command = { id, type: 'InitialiseWorld', stream, data, meta };
      const noView = () => Promise.resolve(undefined);
      return commands.ask('accounts.commands.v1', command, { readView: noView });
    },
  };
}

/**
 * The id of the command that begins a world: the same for all first requests of a day, so that only one of them is
 * decided. A world is deleted after 30 days without a request, so the next first request has another id.
 */
export function firstRequestId(tpp: string, now: Date): string {
  return `${stream}/${tpp}/first/${dayInOslo(now)}`;
}
