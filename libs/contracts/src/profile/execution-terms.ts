import { Optional, Description } from '../base/fields/field.js';
import { DistinctTexts } from '../base/fields/lists.js';
import { OneOf, WholeNumber } from '../base/fields/values.js';

/** Hours and minutes. */
export const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/u;

/** When and how the bank executes payments. */
export class ProfileExecution {
  @Optional()
  @DistinctTexts(24, 'HH:MM'.length)
  @Description(
    'The times in Oslo of the runs of a banking day, such as 13:30, ascending. Five by default.',
  )
  runs?: string[];

  @Optional()
  @OneOf(['ledger', 'core'])
  @Description(
    "Who moves the money: the ledger of the sandbox, or the bank's core system. Default: ledger in the sandbox, core in production.",
  )
  executor?: 'ledger' | 'core';

  @Optional()
  @WholeNumber(1, 24 * 60)
  @Description('Minutes without an outcome after which the executor is asked again. Default 60.')
  reminderMinutes?: number;
}

/** How payments are executed. */
export interface ExecutionTerms {
  /** HH:MM in Oslo, ascending. */
  readonly runs: readonly string[];
  readonly executor: 'ledger' | 'core';
  readonly reminderMinutes: number;
  /** The runs of a sandbox leave periodic payments out (specification §1). */
  readonly executesPeriodic: boolean;
}

const fiveRuns = ['06:00', '09:30', '11:30', '13:30', '15:30'] as const;

/** The members of a profile that say how payments are executed. */
interface ExecutionProfile {
  readonly environment: 'sandbox' | 'production';
  readonly execution?: ProfileExecution;
}

/** How a bank with this profile executes payments. */
export function executionTermsOf(profile: ExecutionProfile): ExecutionTerms {
  const { environment, execution = {} } = profile;
  const isSandbox = environment === 'sandbox';
  const executor = executorOf(profile);
  const terms = { runs: fiveRuns, executor, reminderMinutes: 60, ...execution } as const;
  return { ...terms, runs: [...terms.runs].sort(), executesPeriodic: !isSandbox };
}

/** Who moves the money of a bank with this profile. */
export function executorOf({ environment, execution }: ExecutionProfile): 'ledger' | 'core' {
  return execution?.executor ?? (environment === 'sandbox' ? 'ledger' : 'core');
}
