import type { SandboxCommands } from '@nordgate/contracts/commands';
import { isRefusal } from '@nordgate/decider';
import type { LedgerInMemory } from '../testing/ledger-in-memory.js';
import { aSandbox, sandboxCommand } from '../testing/sandbox-commands.js';
import { sandboxDeciders } from './sandbox.deciders.js';

type SandboxCommandType = keyof SandboxCommands;

const none = () => Promise.resolve([]);
const hasWorld = () => Promise.resolve(false);
/** A world begins with events of the known state, which no caller lengthens, a move of its clock names times, and its end names nothing. */
const ofWorlds = [
  'InitialiseWorld',
  'BeginWorldMove',
  'SetWorldTime',
  'EndWorldMove',
  'DeleteWorld',
];
const types = Object.keys(sandboxDeciders({ dependents: none, hasWorld })).filter(
  (type) => !ofWorlds.includes(type),
) as SandboxCommandType[];

const creations: readonly SandboxCommandType[] = [
  ...(['RegisterSandboxCustomer', 'OpenSandboxAccount', 'OpenSandboxCardAccount'] as const),
  ...(['SignSandboxAgreement', 'AddSandboxEngagement', 'AddSandboxTransactions'] as const),
];

/** A sandbox with so many of everything that a command makes. */
async function sandboxWith(count: number): Promise<LedgerInMemory> {
  const ledger = aSandbox();
  for (let nth = 1; nth <= count; nth += 1) {
    for (const type of creations) {
      const written = await ledger.decide(sandboxCommand(type, nth));
      if (isRefusal(written)) throw new Error(`${type} ${String(nth)}: ${written.refused}`);
    }
  }
  return ledger;
}

/** The bytes of the largest event that a command causes in such a sandbox: of what it changes, the first. */
async function largestEvent(type: SandboxCommandType, count: number): Promise<number> {
  const ledger = await sandboxWith(count);
  const creates = creations.includes(type) || type === 'AddSandboxTransaction';
  // The person of one more engagement.
  if (type === 'AddSandboxEngagement') {
    await ledger.decide(sandboxCommand('RegisterSandboxCustomer', count + 1));
  }
  const written = await ledger.decide(sandboxCommand(type, creates ? count + 1 : 1));
  if (isRefusal(written)) throw new Error(`${type}: ${written.refused} ${String(written.path)}`);
  expect(written.length).toBeGreaterThan(0);
  return Math.max(...written.map(({ event }) => Buffer.byteLength(JSON.stringify(event))));
}

/** Digits of sequence numbers and balances. */
const spareBytes = 16;

describe('an event of the sandbox carries the change alone', () => {
  it.each(types)('of %s, however much there is', async (type) => {
    const [few, many] = [await largestEvent(type, 2), await largestEvent(type, 20)];
    expect(many).toBeLessThanOrEqual(few + spareBytes);
  });
});
