import { bodyRulesOf, defaultProfile } from '@nordgate/contracts/profile';
import type { PaymentService } from '@nordgate/contracts/events';
import { daysLater } from '@nordgate/contracts/rules';
import { exampleDay, exampleOn } from './examples.js';
import { offersIn } from './paths.js';

const profile = defaultProfile('sandbox');
const services: readonly PaymentService[] = ['payments', 'bulk-payments', 'periodic-payments'];
const offers = services.flatMap((service) =>
  offersIn(profile, service).map(({ product, body }) => [service, product.name, body] as const),
);

describe('the dates of an example', () => {
  it('are as many days after the day of the reader as after the day of the example', () => {
    const example = { startDate: '2030-03-01', list: [{ endDate: '2031-03-01', amount: '1' }] };
    expect(exampleOn('2026-11-23', example)).toEqual({
      startDate: '2027-01-21',
      list: [{ endDate: '2028-01-21', amount: '1' }],
    });
    expect(exampleOn(exampleDay, example)).toEqual(example);
  });

  it.each(offers)('of %s/%s are accepted by the bank on each day', (_service, _product, body) => {
    const days = Array.from({ length: 150 }, (_, i) => daysLater('2026-11-23', i * 7 + (i % 7)));
    const refused = days.flatMap((today) => {
      const context = { ...bodyRulesOf(profile, today), fixes: new Set<string>() };
      const parsed = body.parse(exampleOn(today, body.example), context);
      return 'faults' in parsed ? [[today, parsed.faults]] : [];
    });
    expect(refused).toEqual([]);
  });
});
