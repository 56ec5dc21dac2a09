import type { Exception } from './exceptions.js';

/** A check that a manifest failed. */
export interface Finding {
  readonly check: string;
  readonly name: string;
  readonly resource: string;
}

export interface Verdict {
  readonly passed: number;
  /** What no exception covers. */
  readonly faults: readonly string[];
  /** How many findings an exception covers. */
  readonly excepted: number;
  /** Exceptions that cover nothing: the reason has gone. */
  readonly unused: readonly string[];
}

/**
 * Reads what checkov printed as JSON.
 *
 * @throws Error when it is not the report of a run that read manifests
 */
export function readReport(text: string): { passed: number; findings: readonly Finding[] } {
  const { results, summary } = JSON.parse(text) as Printed;
  if (summary === undefined || results === undefined || summary.resource_count === 0) {
    throw new Error(`checkov read no manifest: ${text.slice(0, 200)}`);
  }
  if (summary.parsing_errors > 0) throw new Error(`checkov cannot parse: ${text.slice(0, 200)}`);
  const findings = results.failed_checks.map(({ check_id, check_name, resource }) => ({
    ...{ check: check_id, name: check_name, resource },
  }));
  return { passed: summary.passed, findings };
}

interface Printed {
  readonly summary?: {
    readonly passed: number;
    readonly parsing_errors: number;
    readonly resource_count: number;
  };
  readonly results?: {
    readonly failed_checks: readonly {
      readonly check_id: string;
      readonly check_name: string;
      readonly resource: string;
    }[];
  };
}

/** Separates the findings that have a reason from those that have none. */
export function judge(
  { passed, findings }: { readonly passed: number; readonly findings: readonly Finding[] },
  exceptions: readonly Exception[],
): Verdict {
  const covers = ({ check, resources }: Exception, finding: Finding) =>
    finding.check === check && resources.test(finding.resource);
  const faults = findings.filter((one) => !exceptions.some((each) => covers(each, one)));
  const unused = exceptions.filter((each) => !findings.some((one) => covers(each, one)));
  return {
    passed,
    faults: faults.map(({ check, name, resource }) => `${resource}: ${name} (${check})`),
    excepted: findings.length - faults.length,
    unused: unused.map(({ check, resources }) => `${check} of ${String(resources)}`),
  };
}
