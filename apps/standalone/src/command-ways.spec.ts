import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { basketsApp } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { commandWays, travelsOver, typesOver } from '@nordgate/contracts/commands';
import type { CommandTopic, CommandWay } from '@nordgate/contracts/commands';
import { defaultProfile, timersOf } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import { isInternal } from '@nordgate/decider';
import type { AnyDeciderTable } from '@nordgate/decider';
import { paymentsApp } from '@nordgate/payments/payments.module';
import { scaDeciders } from '@nordgate/sca/sca.deciders';

const sandbox = defaultProfile('sandbox');
const services = [
  ...[paymentsApp, basketsApp, sandboxAccountsApp, batchAppWith(sandbox, testApprovals)],
];
const sca: AnyDeciderTable = scaDeciders(timersOf(sandbox), {
  linkHolders: () => Promise.resolve([]),
  seal: () => ({ keyId: 'test', signature: '' }),
});

/** The deciders by topic. They read nothing before they decide. */
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

function isParked(topic: CommandTopic, type: string, data: object = {}): boolean {
  const meta = { at: '2030-03-01T12:00:00.000Z', actor: 'somebody' };
  return isInternal(tables.get(topic) ?? {}, { type, id: '1', stream: 's-1', data, meta });
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

  it('have every command that a service decides, except for those that a topic never had', () => {
    const known = new Set(rows.map(({ topic, type }) => `${topic} ${type}`));
    const others = [...tables].flatMap(([topic, table]) =>
      Object.keys(table).filter((type) => !known.has(`${topic} ${type}`) && !isParked(topic, type)),
    );
    expect(others).toEqual([]);
  });
});
