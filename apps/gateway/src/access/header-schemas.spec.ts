import { headerRules } from './header-rules.js';
import { headerSchemas } from './header-schemas.js';

const takes = (name: string, value: string) => {
  const { pattern, maxLength, enum: codes } = headerSchemas[name] ?? { maxLength: -1 };
  if (maxLength !== undefined && value.length > maxLength) return false;
  if (codes !== undefined) return codes.includes(value);
  return pattern === undefined || new RegExp(pattern, 'u').test(value);
};

describe('what the description says of headers', () => {
  it('is there for each row of the table, and for no other', () => {
    expect(Object.keys(headerSchemas).sort()).toEqual(headerRules.map(({ name }) => name).sort());
  });

  it.each(headerRules.map((rule) => [rule.name, rule] as const))(
    '%s: what it shows is accepted',
    (name, { accepts }) => {
      const { examples = [], enum: codes = [] } = headerSchemas[name] ?? {};
      for (const value of [...examples, ...codes]) {
        expect([value, accepts(value, 'production'), takes(name, value)]).toEqual([
          value,
          true,
          true,
        ]);
      }
    },
  );

  it.each([
    ['PSU-ID', 'C9D7A6B1-5E1F-4A37-9D0A-3C1F6D2B8E47', 'c9d7a6b1'],
    ['PSU-Device-ID', 'C9D7A6B1-5e1f-4A37-9D0A-3C1F6D2B8E47', ''],
    ['X-Request-ID', 'r'.repeat(128), 'r'.repeat(129)],
    ['TPP-Session-ID', 'æøå', 'a\tb'],
    ['PSU-IP-Address', '[2001:db8::1]', 'localhost'],
    ['PSU-IP-Address', '::ffff:192.0.2.7', '10.0.0.1/8'],
    ['PSU-IP-Port', '65535', '655350'],
    ['PSU-Geo-Location', 'geo:-90;179.5', '59.91,10.75'],
    ['PSU-HTTP-Method', 'PATCH', 'TRACE'],
    ['PSU-Context', 'CORPORATE', 'private'],
    ['TPP-Redirect-Preferred', 'false', 'no'],
    ['TPP-Redirect-URI', 'https://tpp.example/back?state=1', 'tpp.example'],
  ])('%s: %s is within it, %s is not, and the table agrees', (name, right, wrong) => {
    const rule = headerRules.find((one) => one.name === name);
    const judged = (value: string) => [
      takes(name, value),
      rule?.accepts(value, 'production') ?? false,
    ];
    expect([judged(right), judged(wrong)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});
