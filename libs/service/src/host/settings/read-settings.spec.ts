import { OneOf, Optional, Origin, Port } from '@nordgate/contracts/fields';
import { ApprovalSettings, ProcessSettings, ServiceSettings } from './process-settings.js';
import { readSettings, readTogether, SettingsError } from './read-settings.js';

const least = {
  KAFKA_BROKERS: 'kafka-1:9092',
  NORDGATE_ENVIRONMENT: 'production',
  NORDGATE_SECRETS_DIR: '/secrets',
};

function faultsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
  throw new Error('there is no fault');
}

describe('the settings of a process', () => {
  it('have defaults, except for values that only the platform knows', () => {
    expect({ ...readSettings(ProcessSettings, least) }).toEqual({
      ...least,
      HOST: '127.0.0.1',
      INTERNAL_PORT: 8090,
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'json',
      ACCESS_LOG: 'on',
      TRACES_KEPT: 500,
      TRACES_PERCENT: 1,
      TOPIC_PARTITIONS: 12,
    });
    expect(faultsOf(() => readSettings(ProcessSettings, {}))).toEqual([
      'KAFKA_BROKERS is not set: The value must be host:port of each broker, with commas between them.',
      'NORDGATE_ENVIRONMENT is not set: The value must be one of: sandbox, production.',
      'NORDGATE_SECRETS_DIR is not set: The value must be a path.',
    ]);
  });

  it('are the fields of the class and its base classes, and nothing else', () => {
    const env = { ...least, DATABASE_URL: 'postgres://db/x', INTERNAL_PORT: '0', HOME: '/h' };
    const settings = readSettings(ServiceSettings, env);
    expect(settings).toBeInstanceOf(ServiceSettings);
    expect(settings.INTERNAL_PORT).toBe(0);
    expect(settings.DATABASE_URL).toBe('postgres://db/x');
    expect(settings).not.toHaveProperty('HOME');
    expect(readSettings(ProcessSettings, env)).not.toHaveProperty('DATABASE_URL');
  });

  it('treat an empty variable as not set', () => {
    const empty = { ...least, INTERNAL_PORT: '', KAFKA_SASL_USERNAME: '' };
    const settings = readSettings(ProcessSettings, empty);
    expect(settings.INTERNAL_PORT).toBe(8090);
    expect(settings.KAFKA_SASL_USERNAME).toBeUndefined();
  });

  it.each([
    ['INTERNAL_PORT', ['http', '-1', '65536', '1.5', '0x10', ' 1', '1e3']],
    ['HOST', ['everywhere', '1.2.3', 'localhost']],
    ['LOG_LEVEL', ['loud', 'INFO']],
    [
      'KAFKA_BROKERS',
      ['kafka', 'kafka:', 'kafka:9092,', 'http://kafka:9092', 'a:1;b:2', 'a:123456'],
    ],
    ['KAFKA_SASL_MECHANISM', ['gssapi', 'PLAIN']],
    ['TRACES_KEPT', ['-1', '501', 'many']],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['collector:4318', 'ftp://c']],
    ['DATABASE_URL', ['mysql://db/x', 'db']],
    ['DATABASE_POOL_MAX', ['1', '201', '2.5', 'many']],
    [
      'APPROVALS_UNSEALED_UNTIL',
      ['tomorrow', '2026-12-01', '2026-12-01T12:00', '2026-13-01T12:00Z', '1764590400000'],
    ],
  ])('refuse a %s that cannot be one, with one line', (name, values) => {
    for (const value of values) {
      const faults = faultsOf(() => readSettings(ApprovalSettings, { ...least, [name]: value }));
      expect(faults).toEqual([expect.stringMatching(`^${name}: The value must be `)]);
    }
  });

  it.each(['2026-12-01T12:00:00Z', '2026-12-01T13:00+01:00', '2026-12-01T12:00:00.000Z'])(
    'accept %s as a moment',
    (APPROVALS_UNSEALED_UNTIL) => {
      const settings = readSettings(ApprovalSettings, { ...least, APPROVALS_UNSEALED_UNTIL });
      expect(settings.APPROVALS_UNSEALED_UNTIL).toBe(APPROVALS_UNSEALED_UNTIL);
    },
  );

  it.each([
    [{}, 10],
    [{ DATABASE_POOL_MAX: '2' }, 2],
    [{ DATABASE_POOL_MAX: '200' }, 200],
  ])('read %j as a pool of %i connections', (set, size) => {
    expect(readSettings(ServiceSettings, { ...least, ...set }).DATABASE_POOL_MAX).toBe(size);
  });

  const inDays = (days: number) => ({
    ...least,
    APPROVALS_UNSEALED_UNTIL: new Date(Date.now() + days * 86_400_000).toISOString(),
  });

  it('accept approvals without a seal for not quite 30 days ahead', () => {
    expect(() => readSettings(ApprovalSettings, inDays(29.9))).not.toThrow();
  });

  it('refuse approvals without a seal for more than 30 days ahead', () => {
    const faults = faultsOf(() => readSettings(ApprovalSettings, inDays(30.1)));
    expect(faults).toEqual([expect.stringMatching(/at most 30 days ahead\.$/u)]);
  });

  it.each(['kafka:9092', 'k-1.ns.svc:9092,k-2:9093', '10.0.0.1:1 , [::1]:65535'])(
    'accept %s as brokers',
    (KAFKA_BROKERS) => {
      const settings = readSettings(ProcessSettings, { ...least, KAFKA_BROKERS });
      expect(settings.KAFKA_BROKERS).toBe(KAFKA_BROKERS);
    },
  );
});

class Further {
  @Origin()
  PAYMENTS_URL!: string;

  @Optional()
  @OneOf(['sandbox', 'production'])
  NORDGATE_ENVIRONMENT?: string;

  @Port()
  SCA_PORT = 1;
}

describe('settings of any kind', () => {
  it.each(['http://payments:8090', 'https://p.example/', 'http://[::1]:80'])(
    'accept %s as an address without a path',
    (PAYMENTS_URL) => {
      expect(readSettings(Further, { PAYMENTS_URL }).PAYMENTS_URL).toBe(PAYMENTS_URL);
    },
  );

  it.each(['payments:8090', 'http://p/path', 'http://p?x', 'http://u:p@host', 'http://'])(
    'reject %s as an address without a path',
    (PAYMENTS_URL) => {
      expect(faultsOf(() => readSettings(Further, { PAYMENTS_URL }))).toEqual([
        'PAYMENTS_URL: The value must be an http or https address without a path.',
      ]);
    },
  );

  it('report one line per fault', () => {
    const faulty = { NORDGATE_ENVIRONMENT: 'test', SCA_PORT: 'x' };
    expect(
      faultsOf(() => readSettings(Further, faulty)).map((line) => /^\w+/u.exec(line)?.[0]),
    ).toEqual(['PAYMENTS_URL', 'NORDGATE_ENVIRONMENT', 'SCA_PORT']);
  });
});

describe('readTogether', () => {
  it('returns the results by name', async () => {
    const read = await readTogether({ a: Promise.resolve(1), b: Promise.resolve('x') });
    expect(read).toEqual({ a: 1, b: 'x' });
  });

  it('throws one SettingsError with the faults of all reads', async () => {
    const reading = readTogether({
      a: Promise.reject<string>(new SettingsError('a is wrong')),
      b: Promise.resolve(1),
      c: Promise.reject<string>(new SettingsError('c is wrong')),
    });
    await expect(reading).rejects.toThrow(new SettingsError('a is wrong\nc is wrong'));
  });

  it('throws any other error unchanged', async () => {
    const reading = readTogether({
      a: Promise.reject<string>(new SettingsError('a is wrong')),
      b: Promise.reject<string>(new TypeError('a bug')),
    });
    await expect(reading).rejects.toThrow(TypeError);
  });
});
