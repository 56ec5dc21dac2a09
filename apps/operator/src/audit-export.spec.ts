import { chainStart, entryHash } from '@nordgate/contracts/commands';
import type {
  AuditEntry,
  ChainHead,
  OperatedService,
  OperatorRequest,
} from '@nordgate/contracts/commands';
import { auditFaults, entriesIn, exportAudit } from './audit-export.js';

/** The record of a service, with one entry a minute from a minute on. */
function recordOf(service: OperatedService, count: number, minute = 0): AuditEntry[] {
  const entries: AuditEntry[] = [];
  let head: ChainHead = chainStart;
  for (let i = 0; i < count; i += 1) {
    const at = `2030-03-01T09:${String(minute + i * 2).padStart(2, '0')}:00.000Z`;
    const entry = { service, type: 'OperationEnded', operation: 'x', at, outcome: 'done' } as const;
    const linked = { ...entry, entry: head.entry + 1, previous: head.hash };
    head = { entry: linked.entry, hash: entryHash(linked) };
    entries.push({ ...linked, hash: head.hash });
  }
  return entries;
}

/** A bank with these records, which lists two entries at a time. */
function bankOf(records: Partial<Record<OperatedService, AuditEntry[]>>) {
  const last = (all: readonly AuditEntry[]) => all.at(-1) ?? chainStart;
  const heads = new Map(Object.entries(records).map(([name, all]) => [name, last(all)]));
  return {
    run: (request: OperatorRequest) => {
      if (request.name !== 'ListAudit') throw new Error(request.name);
      const after = Number(request.after);
      const all = records[request.service] ?? [];
      const entries = all.filter(({ entry }) => entry > after).slice(0, 2);
      const { entry, hash } = heads.get(request.service) ?? chainStart;
      return Promise.resolve({ entries, head: { entry, hash } });
    },
  };
}

describe('an export of the record', () => {
  it('has the entries of all services by time, and checks every chain', async () => {
    const bank = bankOf({ payments: recordOf('payments', 3), sca: recordOf('sca', 2, 1) });
    const { lines, faults } = await exportAudit(['payments', 'sca', 'batch'], bank, {});
    expect(lines.map(({ service, entry }) => `${service} ${String(entry)}`)).toEqual([
      ...['payments 1', 'sca 1', 'payments 2', 'sca 2', 'payments 3'],
    ]);
    expect(faults).toEqual([]);
    expect(auditFaults(lines)).toEqual([]);
  });

  it('goes on after the heads of the export before, whose chain it continues', async () => {
    const payments = recordOf('payments', 3);
    const first = await exportAudit(['payments'], bankOf({ payments: payments.slice(0, 1) }), {});
    const next = await exportAudit(['payments'], bankOf({ payments }), first.heads);
    expect(next.lines.map(({ entry }) => entry)).toEqual([2, 3]);
    expect(next.faults).toEqual([]);
    expect(auditFaults([...first.lines, ...next.lines])).toEqual([]);
    const others = recordOf('payments', 3, 5);
    const rewritten = await exportAudit(['payments'], bankOf({ payments: others }), first.heads);
    expect(rewritten.faults).toEqual(['payments entry 2: the entry before was changed']);
  });

  it('names entries that are missing at the end of the store', async () => {
    const payments = recordOf('payments', 3);
    const bank = bankOf({ payments });
    payments.pop();
    const { faults } = await exportAudit(['payments'], bank, {});
    expect(faults).toEqual([
      'payments: entry 2 is not the last one that is known, which is entry 3',
    ]);
  });

  it('names a record that was begun again', async () => {
    const heads = { payments: recordOf('payments', 3).at(-1) as ChainHead };
    const { faults } = await exportAudit(['payments'], bankOf({ payments: [] }), heads);
    expect(faults).toEqual([
      'payments: entry 3 is not the last one that is known, which is entry 0',
    ]);
  });
});

describe('the lines of an export', () => {
  const lines = recordOf('payments', 3).map((entry) => JSON.stringify(entry));
  const faultsIn = (text: string) => {
    const read = entriesIn(text);
    return 'fault' in read ? [read.fault] : auditFaults(read.entries);
  };

  it('hold, also with empty lines between', () => {
    expect(faultsIn(`${lines.join('\n\n')}\n`)).toEqual([]);
  });

  it.each([
    ['a missing line', [lines[0], lines[2]], 'payments entry 3: entry 2 is missing'],
    [
      'a changed line',
      [lines[0]?.replace('done', 'failed')],
      'payments entry 1: the entry was changed',
    ],
    ['a line that is no entry', [lines[0], '{"entry":2}'], 'line 2 is no entry of a record'],
    ['a line that is no JSON', ['x'], 'line 1 is no entry of a record'],
  ])('show %s', (_what, changed, fault) => {
    expect(faultsIn(changed.join('\n'))).toEqual([fault]);
  });
});
