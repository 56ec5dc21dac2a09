import { join } from 'node:path';
import { fold } from '@nordgate/decider';
import type { GoldenSet } from '@nordgate/decider/testing';
import type { OperationEvent, OperatorPerson } from '@nordgate/contracts/events';
import { chained, operationStream } from '../operations/audit/operation-stream.js';
import type { NewEntry } from '../operations/audit/operation-stream.js';

const by: OperatorPerson = {
  ...{ issuer: 'CN=Operators', id: 'kari', name: 'kari', role: 'operator' },
  by: 'certificate',
};
const other: OperatorPerson = { ...by, id: 'ola', name: 'ola' };
const asked = {
  name: 'DiscardParked',
  about: { service: 'payments', seq: '17', dryRun: false },
};
const first = '9c4f6c0e-0a3c-4f0e-8d5b-1f2d3c4b5a69';
const second = '0d8f4b1a-5a52-4a63-9a1e-6e7a4c7e2f0d';
const third = '5b1f0c3d-2e4b-4596-8778-695a4b3c2d1e';
const at = (minute: number) => `2030-03-01T09:0${String(minute)}:00.000Z`;

/** Two people, three operations: one is done, one waits and is confirmed, one is refused. */
const history: readonly NewEntry[] = [
  {
    type: 'OperationBegun',
    data: { operation: first, at: at(0), asked, by, reason: 'no amount' },
  },
  {
    type: 'OperationEnded',
    data: { operation: first, at: at(1), outcome: 'failed', fault: 'no message 17 is parked' },
  },
  {
    type: 'OperationProposed',
    data: { operation: second, at: at(2), asked, by, reason: 'no amount', until: at(9) },
  },
  {
    type: 'OperationRefused',
    data: {
      ...{ operation: third, at: at(3), asked: { ...asked, bodyHash: 'b'.repeat(64) } },
      ...{ refused: 'OTHER_PERSON', claimed: 'kari' },
      by: { by: other.by, issuer: other.issuer, id: other.id, name: other.name },
    },
  },
  {
    type: 'OperationConfirmed',
    data: { operation: second, at: at(4), by: other, reason: 'checked' },
  },
];

/** The golden files of the record of operations, which every service has. */
export const goldens: GoldenSet = {
  folder: join(import.meta.dirname, '../../src/testing/golden'),
  streams: [operationStream],
  written: history.map((_entry, at) => {
    const events = eventsOf(history.slice(0, at + 1));
    return { event: events[at] as OperationEvent, after: events.slice(0, at) };
  }),
};

function eventsOf(entries: readonly NewEntry[]): readonly OperationEvent[] {
  const events: OperationEvent[] = [];
  for (const entry of entries) {
    events.push(chained('payments', fold(operationStream, events), entry));
  }
  return events;
}
