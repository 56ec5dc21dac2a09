import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { basketsApp } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { commandWays, travelsOver, typesOver } from '@nordgate/contracts/commands';
import type { CommandTopic, CommandWay } from '@nordgate/contracts/commands';
import { defaultProfile, timersOf } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import { isInternal } from '@nordgate/decider';
import type { AnyDeciderTable } from '@nordgate/decider';
import { paymentsApp, paymentsAppWith } from '@nordgate/payments/payments.module';
import { scaDeciders } from '@nordgate/sca/sca.deciders';
import { withOtherChannels } from '@nordgate/sca/sca.sandbox';

const sandbox = defaultProfile('sandbox');
const services = [
  ...[paymentsApp, basketsApp, sandboxAccountsApp, batchAppWith(sandbox, testApprovals)],
];
const sca = scaDeciders(timersOf(sandbox), {
  linkHolders: () => Promise.resolve([]),
  seal: () => ({ keyId: 'test', signature: '' }),
});

/** The deciders by topic, of production where a sandbox has others. They read nothing before they decide. */
const tables = new Map<CommandTopic, AnyDeciderTable>([
  ['sca.commands.v1', sca],
  ...services.flatMap(({ commands }) =>
    commands === undefined ? [] : [[commands.topic, commands.deciders({} as never)] as const],
  ),
]);
const rows = Object.entries(commandWays).flatMap(([topic, ways]) =>
  Object.entries<CommandWay>(ways).map(([type, way]) => ({
    topic: topic as CommandTopic,
    type,
    way,
  })),
);

/** What a topic may carry of the commands that come over other ways, too. */
const overTheTopic: Readonly<Record<string, object>> = {
  CancelPayment: { onlyUnapproved: true },
  FailAuthorisation: { reason: 'withdrawn' },
  RevokeAccess: { by: 'tpp', consentId: 'consent-1' },
  OpenRun: { day: '2030-03-01', request: 'tpp/1', by: 'tpp' },
};
const notOverTheTopic: Readonly<Record<string, readonly object[]>> = {
  CancelPayment: [{ onlyUnapproved: false }],
  FailAuthorisation: [{ reason: 'expired' }, { reason: 'wrong-code' }],
  RevokeAccess: [{ by: 'psu' }, { by: 'tpp' }],
  OpenRun: [{ day: '2030-03-01', slot: '13:30', by: 'scheduler' }],
};

/** The deciders of a sandbox. */
const paymentsOfSandbox = paymentsAppWith(sandbox, testApprovals);
const sandboxTables = new Map<CommandTopic, AnyDeciderTable>([
  ...tables,
  ['sca.commands.v1', withOtherChannels(sca)],
  ['payments.commands.v1', paymentsOfSandbox.commands?.deciders({} as never) ?? {}],
]);
const ofSandbox = rows.filter(({ way }) => way.inSandbox !== undefined);

/** What the topics of a sandbox carry besides: what its gateway sends for another channel of the bank. */
const overTheTopicOfSandbox: Readonly<Record<string, object>> = {
  ChangePayment: { by: 'sandbox/r/c' },
  CancelPayment: { by: 'sandbox/r/c', onlyUnapproved: false },
  RevokeAccess: { by: 'psu', consentId: 'consent-1' },
};
/** The name of another act, or all consents of a PSU. */
const notOverTheTopicOfSandbox: Readonly<Record<string, readonly object[]>> = {
  ChangePayment: [{ by: 'operator/1' }, { by: 'authorisation-sandbox/r/c' }],
  CancelPayment: [
    { by: 'operator', onlyUnapproved: false },
    { by: 'authorisation-1', onlyUnapproved: false },
  ],
  RevokeAccess: [{ by: 'psu' }, { by: 'tpp' }],
};

function isParked(
  topic: CommandTopic,
  type: string,
  data: object = {},
  composed: ReadonlyMap<CommandTopic, AnyDeciderTable> = tables,
): boolean {
  const meta = { at: '2030-03-01T12:00:00.000Z', actor: 'somebody' };
  return isInternal(composed.get(topic) ?? {}, { type, id: '1', stream: 's-1', data, meta });
}

describe('the ways of the commands', () => {
  it.each(rows)('$type of $topic has a decider, and a way', ({ topic, type, way }) => {
    expect(Object.keys(tables.get(topic) ?? {})).toContain(type);
    expect([...way.topic, ...way.within]).not.toEqual([]);
  });

  it.each(rows.filter(({ way }) => way.topic.length === 0))(
    '$type is parked when it comes from $topic',
    ({ topic, type }) => {
      expect(isParked(topic, type)).toBe(true);
      expect(travelsOver(topic, type)).toBe(false);
    },
  );

  it.each(rows.filter(({ way }) => way.topic.length > 0))(
    '$type is taken from $topic in the form that its sender gives it',
    ({ topic, type }) => {
      expect(isParked(topic, type, overTheTopic[type])).toBe(false);
      expect(typesOver(topic)).toContain(type);
    },
  );

  it.each(rows.filter(({ way }) => way.isPartly === true))(
    '$type is parked when it comes from $topic in a form that only the service itself sends',
    ({ topic, type }) => {
      const forms = notOverTheTopic[type] ?? [];
      expect(forms).not.toEqual([]);
      for (const data of forms) expect(isParked(topic, type, data)).toBe(true);
    },
  );

  it('are one more for three commands in a sandbox', () => {
    const types = ofSandbox.map(({ type }) => type).sort();
    expect(types).toEqual(['CancelPayment', 'ChangePayment', 'RevokeAccess']);
  });

  it.each(ofSandbox)(
    '$type is parked when it comes from $topic of production in the form of a sandbox',
    ({ topic, type }) => {
      expect(isParked(topic, type, overTheTopicOfSandbox[type])).toBe(true);
    },
  );

  it.each(ofSandbox)(
    '$type is taken from $topic of a sandbox in the form that its gateway gives it',
    ({ topic, type }) => {
      expect(isParked(topic, type, overTheTopicOfSandbox[type], sandboxTables)).toBe(false);
    },
  );

  it.each(ofSandbox)(
    '$type is parked when it comes from $topic of a sandbox in the name of anything else',
    ({ topic, type }) => {
      const forms = notOverTheTopicOfSandbox[type] ?? [];
      expect(forms).not.toEqual([]);
      for (const data of forms) expect(isParked(topic, type, data, sandboxTables)).toBe(true);
    },
  );

  it.each(rows.filter(({ way }) => way.inSandbox === undefined))(
    '$type comes over the topic of a sandbox as in production',
    ({ topic, type }) => {
      const data = overTheTopic[type];
      const inProduction = isParked(topic, type, data);
      expect(isParked(topic, type, data, sandboxTables)).toBe(inProduction);
    },
  );

  it('have every command that a service decides, except for those that a topic never had', () => {
    const known = new Set(rows.map(({ topic, type }) => `${topic} ${type}`));
    const others = [...tables].flatMap(([topic, table]) =>
      Object.keys(table).filter((type) => !known.has(`${topic} ${type}`) && !isParked(topic, type)),
    );
    expect(others).toEqual([]);
  });
});
