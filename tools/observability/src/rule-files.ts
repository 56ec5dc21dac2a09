import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The folder of what a bank gives to Prometheus, Grafana and the collector. */
export const observabilityFolder = join(import.meta.dirname, '../../../deploy/observability');

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface Recording {
  readonly record: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
}

interface RuleFile {
  readonly groups: readonly { readonly rules: readonly (Alert | Recording)[] }[];
}

/** All rules of `deploy/observability/rules`. */
export function readRules(): { alerts: readonly Alert[]; recordings: readonly Recording[] } {
  const rules = parsedFiles<RuleFile>('rules/*.yml').flatMap(({ groups }) =>
    groups.flatMap((group) => group.rules),
  );
  return {
    alerts: rules.filter((one) => 'alert' in one),
    recordings: rules.filter((one) => 'record' in one),
  };
}

/** One expectation of a promtool test: the alerts of a name at a time. */
export interface ExpectedAlerts {
  /** The name of its test. */
  readonly test: string;
  readonly alertname: string;
  readonly exp_alerts: readonly unknown[];
}

interface TestFile {
  readonly tests: readonly {
    readonly name: string;
    readonly alert_rule_test: readonly Omit<ExpectedAlerts, 'test'>[];
  }[];
}

/** What the promtool tests of `deploy/observability/tests` expect. */
export function readExpectations(): readonly ExpectedAlerts[] {
  return parsedFiles<TestFile>('tests/*.yml').flatMap(({ tests }) =>
    tests.flatMap(({ alert_rule_test, name }) =>
      alert_rule_test.map((one) => ({ ...one, test: name })),
    ),
  );
}

/** One panel of a dashboard file, rows left out. */
export interface FilePanel {
  readonly dashboard: string;
  readonly title: string;
  readonly description: string;
  readonly expressions: readonly string[];
  /** The template of the legend of each expression. */
  readonly legends: readonly string[];
}

interface DashboardFile {
  readonly title: string;
  readonly panels: readonly {
    readonly type: string;
    readonly title: string;
    readonly description?: string;
    readonly targets?: readonly { readonly expr: string; readonly legendFormat?: string }[];
  }[];
}

/** Every panel of the dashboards as the files have it, not as the descriptions would write it. */
export function readPanels(): readonly FilePanel[] {
  return parsedFiles<DashboardFile>('dashboards/*.json').flatMap(({ panels, title: dashboard }) =>
    panels
      .filter(({ type }) => type !== 'row')
      .map(({ description = '', targets = [], title }) => ({
        dashboard,
        title,
        description,
        expressions: targets.map(({ expr }) => expr),
        legends: targets.map(({ legendFormat = '' }) => legendFormat),
      })),
  );
}

/** JSON is YAML, so both kinds of files are read here. */
function parsedFiles<File>(pattern: string): readonly File[] {
  return globSync(pattern, { cwd: observabilityFolder })
    .sort()
    .map((path) => parse(readFileSync(join(observabilityFolder, path), 'utf8')) as File);
}
