import type { Execute } from '../write/slice.js';
import type { SliceItem } from '../write/slice.js';
import { decideTally, tally } from '@nordgate/decider/testing';
import type { TallyCommand } from '@nordgate/decider/testing';

/** Runs a tally command; a transfer takes from one tally and adds to another. */
export const executeTally: Execute = async (anyCommand, work) => {
  const command = anyCommand as TallyCommand;
  const decision = work.root(tally, command.stream).run(decideTally, command);
  if (command.type === 'Transfer') {
    await work.load([command.data.to]);
    const added = { ...command, data: { ...command.data, by: -command.data.by } };
    work.root(tally, command.data.to).run(decideTally, added);
  }
  return decision;
};

let offsets = 0;

/** The message of one command, with a new offset. */
export function tallyItem(command: TallyCommand): SliceItem {
  offsets += 1;
  const offset = String(offsets);
  const source = { topic: 'tally', partition: 0, offset, payload: command, headers: {} };
  return { key: command.stream, commands: [command], source };
}
