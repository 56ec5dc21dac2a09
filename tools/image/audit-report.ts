/** An advisory of a report, as `npm audit --json` writes it. */
interface Advisory {
  readonly name: string;
  readonly title: string;
  /** Ends with the id, such as GHSA-xxxx-xxxx-xxxx. */
  readonly url: string;
  readonly severity: string;
}

/** The report of `npm audit --json`, version 2; a text in `via` names another vulnerable package. */
export interface AuditReport {
  readonly auditReportVersion: number;
  readonly vulnerabilities: Readonly<
    Record<string, { readonly via: readonly (Advisory | string)[] }>
  >;
}

/** An entry of `deploy/supply-chain/audit-exceptions.json`. */
export interface AuditException {
  /** GHSA-… */
  readonly id: string;
  /** Why it does not concern the bank. */
  readonly reason: string;
  /** The last day of the exception, such as 2027-01-31. */
  readonly until: string;
}

/** The report in the output of `npm audit --json`; undefined when the registry gave none. */
export function auditReport(output: string): AuditReport | undefined {
  try {
    const report = JSON.parse(output) as Partial<AuditReport>;
    return report.auditReportVersion === 2 ? (report as AuditReport) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A line for each advisory of severity high or critical without an exception, for each exception that is over,
 * and for each without an advisory.
 */
export function auditFaults(
  report: AuditReport,
  exceptions: readonly AuditException[],
  now: Date,
): readonly string[] {
  const advisories = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((one) => typeof one !== 'string');
  const severe = advisories.filter(({ severity }) => ['high', 'critical'].includes(severity));
  const reported = new Map(severe.map((one) => [idOf(one), one]));
  const today = now.toISOString().slice(0, 10);
  const excepted = new Set(exceptions.map(({ id }) => id));
  return [
    ...[...reported]
      .filter(([id]) => !excepted.has(id))
      .map(([id, { name, severity, title }]) => `${id}: ${severity} in ${name}: ${title}`),
    ...exceptions
      .filter(({ until }) => until < today)
      .map(({ id, until }) => `${id}: the exception was over after ${until}`),
    ...exceptions
      .filter(({ id }) => !reported.has(id))
      .map(({ id }) => `${id}: no advisory needs this exception`),
  ];
}

const idOf = ({ url }: Advisory): string => url.slice(url.lastIndexOf('/') + 1);
