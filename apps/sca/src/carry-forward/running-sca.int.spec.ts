import { EventStore } from '@nordgate/event-store';
import { passTime } from '@nordgate/event-store/testing';
import { firstThat } from '@nordgate/testing';
import { accessStream, accessStreamId } from '../access/access.js';
import { passkeysStream } from '../passkeys/passkeys.js';
import { sessionStream, sessionStreamId } from '../session/session.js';
import { aDecision } from '../testing/an-access.js';
import { startTestSca } from '../testing/test-sca.int.js';
import type { TestSca } from '../testing/test-sca.int.js';

const authorisationMonths = 14;
const { tpp, customerId, ...consent } = aDecision();
const session = sessionStreamId(0, tpp, customerId);
const access = accessStreamId(0, tpp, customerId, { context: 'PRIVATE' });

/** It keeps the database, and carries nothing forward: each service that does is another instance on it. */
let first: TestSca;
beforeEach(async () => {
  first = await startTestSca();
  for (const n of [1, 2]) await visit(n);
});
afterEach(() => first.stop());

/** The customer completes an SCA and gives a consent. */
async function visit(n: number): Promise<void> {
  const { psuId, context } = consent;
  const known = { tpp, customerId, at: new Date(Date.UTC(2026, 2, 2, 10, n)).toISOString() };
  const tppSessionId = `session-${String(n)}`;
  const data = { ...known, psuId, context, tppSessionId };
  await first.decide({ type: 'CompleteSession', stream: session, data });
  const granted = { ...consent, ...known, consentId: `consent-${String(n)}` };
  await first.decide({ type: 'GrantAccess', stream: access, data: granted });
}

const pass = (time: string) => passTime(first.database, time);
const store = () => new EventStore(first.database, [accessStream, passkeysStream, sessionStream]);
const typesOf = async () =>
  [...(await store().history(session)), ...(await store().history(access))].map(({ type }) => type);

/** A service runs until its periodic work has done this. Returns the lines of its log. */
async function runUntil(isDone: (types: readonly string[]) => boolean): Promise<readonly string[]> {
  const running = await startTestSca({ authorisationMonths }, [], first.databaseUrl);
  try {
    await firstThat('the work by the clock has carried and dropped', typesOf, isDone);
  } finally {
    await running.stop();
  }
  return running.lines;
}

const carried = ['SessionCarriedForward', 'AccessCarriedForward'];

describe('an sca that runs', () => {
  it('carries sessions and accesses forward, and drops the earlier events when the states are old', async () => {
    await pass('1 month');
    const lines = await runUntil((types) => carried.every((type) => types.includes(type)));
    expect(lines.join('\n')).toContain('streams were carried forward');
    expect(await typesOf()).toHaveLength(6);
    await pass('15 months');
    await runUntil((types) => types.length === 2);
    expect(await typesOf()).toEqual(carried);
  });
});
