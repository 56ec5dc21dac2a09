import type { Unmet } from './expectation.js';

/** How a step went. */
export interface StepOutcome {
  /** The request, or what the PSU did. */
  readonly what: string;
  /** The answer in a few words. */
  readonly answer: string;
  readonly unmet: readonly Unmet[];
  readonly requestId?: string | undefined;
  /** The body or the page, for a failure. */
  readonly seen?: string;
}

/** A step that ran, or what was given before the first step. */
export interface StepResult extends StepOutcome {
  /** Line of the step in its file; that of nothing for what is given. */
  readonly line?: number;
  readonly name?: string | undefined;
}

/** How a scenario went. The steps end with the first that failed. */
export interface ScenarioResult {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped. */
  readonly reason?: string;
  readonly steps: readonly StepResult[];
}
