import { schemaFaults } from '../../interface/reading/schema-faults.js';
import {
  AddressList,
  BrokerList,
  HostName,
  HttpAddress,
  IpAddress,
  Origin,
  OriginList,
  Port,
  PostgresAddress,
  SmtpAddress,
} from './addresses.js';
import { Optional } from './field.js';
import { objectSchema } from './object-schema.js';
import { AnyText, CalendarDate, Path, WholeNumber, WordsOf } from './values.js';

/** A field of each kind that settings and mounted files have. */
class Settings {
  @Optional()
  @IpAddress()
  host?: string;
  @Optional()
  @HttpAddress()
  http?: string;
  @Optional()
  @Origin()
  origin?: string;
  @Optional()
  @OriginList()
  origins?: string;
  @Optional()
  @SmtpAddress()
  smtp?: string;
  @Optional()
  @PostgresAddress()
  postgres?: string;
  @Optional()
  @HostName()
  hostName?: string;
  @Optional()
  @AddressList()
  networks?: string;
  @Optional()
  @BrokerList()
  brokers?: string;
  @Optional()
  @WordsOf(['a', 'b', 'c'])
  words?: string;
  @Optional()
  @AnyText()
  text?: string;
  @Optional()
  @Path()
  path?: string;
  @Optional()
  @CalendarDate()
  day?: string;
  @Optional()
  @WholeNumber(2)
  number?: number;
  @Port()
  port = 8080;
}

const rulesOf = (name: string, value: unknown) =>
  schemaFaults(Settings, { [name]: value }).faults.map(({ at, rule }) => `${at.join()} ${rule}`);

const longName = `${'a'.repeat(63)}.`.repeat(4);

const kinds: readonly (readonly [
  name: string,
  rule: string,
  right: readonly unknown[],
  wrong: readonly unknown[],
])[] = [
  ['host', 'address.ip', ['127.0.0.1', '::', 'fe80::1'], ['1.2.3', 'localhost', '1.2.3.4:80', '']],
  ['http', 'address.http', ['http://c', 'https://c/p?q'], ['c:4318', 'ftp://c', 'xhttp://c', '']],
  [
    'origin',
    'address.origin',
    ['http://payments:8090', 'https://p.example/', 'http://[::1]:80'],
    ['payments:8090', 'http://p/path', 'http://p?x', 'http://u:p@host', 'http://', 'http://a,b'],
  ],
  [
    'origins',
    'address.origins',
    ['http://a:1', 'http://a:1,https://b', 'http://a , http://b/'],
    ['http://a,', ',http://a', 'http://a;http://b', 'http://a/p,http://b', ''],
  ],
  [
    'smtp',
    'address.smtp',
    ['smtps://mail:465', 'smtp://me@mail.example:587', 'smtp://mail/'],
    ['mail:465', 'smtp://me:secret@mail', 'smtp://mail/path', 'http://mail', ''],
  ],
  [
    'postgres',
    'address.postgres',
    ['postgres://db/x', 'postgresql://u:p@db/x'],
    ['mysql://db/x', 'db', 'xpostgres://db', 'postgres://a b', ''],
  ],
  [
    'hostName',
    'address.hostName',
    ['a', 'A-1.svc.cluster.local', longName.slice(0, 253)],
    ['a.', '-a', 'a-', 'a..b', 'a:80', `${'a'.repeat(64)}.b`, `${longName}a`, ''],
  ],
  [
    'networks',
    'address.networks',
    ['10.0.0.0/8', '10.0.0.1 , ::1', 'fd00::/8,10.0.0.1'],
    ['10.0.0', 'proxy', '10.0.0.1,', '10.0.0.1/1234', ''],
  ],
  [
    'brokers',
    'address.brokers',
    ['kafka:9092', 'k-1.ns.svc:9092,k-2:9093', '10.0.0.1:1 , [::1]:65535'],
    ['kafka', 'kafka:', 'kafka:9092,', 'http://kafka:9092', 'a:1;b:2', 'a:123456', ''],
  ],
  ['words', 'words.distinct', ['a', 'c,a', 'a,b,c'], ['a,a', 'a, b', 'd', 'a,', 'ab', '']],
  ['text', 'text.empty', ['x', ' x', 'ł€'], ['', ' ', '\t']],
  ['path', 'setting.path', ['/a', 'b c'], ['', ' ']],
  ['day', 'date.notInCalendar', ['2028-02-29'], ['2026-02-30', '2026-13-01']],
  ['number', 'number.atLeast', [2, 1e9], [1, -2]],
  ['port', 'number.range', [0, 65_535], [-1, 65_536]],
];

describe('a field of a setting', () => {
  const right = kinds.flatMap(([name, , values]) => values.map((value) => [name, value] as const));
  it.each(right)('of the kind %s can be %j', (name, value) => {
    expect(rulesOf(name, value)).toEqual([]);
  });

  const wrong = kinds.flatMap(([name, rule, , values]) =>
    values.map((value) => [name, value, rule] as const),
  );
  it.each(wrong)('of the kind %s cannot be %j', (name, value, rule) => {
    expect(rulesOf(name, value)).toEqual([`${name} ${rule}`]);
  });

  it.each(kinds.map(([name, , values]) => [name, typeof values[0]]))(
    'of the kind %s is a %s',
    (name, type) => {
      const other = type === 'string' ? 5 : '5';
      const rule = type === 'string' ? 'type.string' : 'type.integer';
      expect(rulesOf(name, other)).toEqual([`${name} ${rule}`]);
    },
  );
});

describe('the schema of a class of settings', () => {
  const { properties = {}, required } = objectSchema(Settings);

  it('has the initial values as defaults, which no caller has to send', () => {
    expect(required).toEqual([]);
    expect(properties['port']).toEqual({
      ...{ type: 'integer', minimum: 0, maximum: 65_535, default: 8080 },
    });
  });

  it.each(kinds.filter(([name]) => properties[name]?.pattern !== undefined))(
    'accepts what the check of %s accepts',
    (name, _rule, right) => {
      const pattern = new RegExp(properties[name]?.pattern ?? '', 'u');
      for (const value of right) expect(value).toMatch(pattern);
    },
  );
});
