import type { Frequency } from '../../codes/frequencies.js';
import { dayOfExecutionFindings } from './day-of-execution.js';

const rules = (frequency: Frequency | undefined, dayOfExecution?: string) =>
  dayOfExecutionFindings({ frequency, dayOfExecution }).map(({ rule }) => rule);

describe('the day of execution', () => {
  it.each(['1', '01', '9', '28', '31'])('may be %s', (day) => {
    expect(rules('Monthly', day)).toEqual([]);
  });

  it.each(['0', '00', '32', '99'])('is never %s', (day) => {
    expect(rules('Monthly', day)).toEqual(['dayOfExecution.range']);
  });

  it.each(['Daily', 'Weekly'] as const)('does not go with %s', (frequency) => {
    expect(rules(frequency, '1')).toEqual(['dayOfExecution.notWithFrequency']);
    expect(rules(frequency)).toEqual([]);
  });

  it.each(['EveryTwoWeeks', 'Quarterly', 'MonthlyVariable'] as const)(
    'goes with %s',
    (frequency) => {
      expect(rules(frequency, '15')).toEqual([]);
    },
  );

  it('is judged by its range while the frequency is at fault itself', () => {
    expect(rules(undefined, '32')).toEqual(['dayOfExecution.range']);
  });
});
