import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fasterConfig } from './kills/alertmanager.js';
import { firingIn } from './kills/firing-alerts.js';
import { kills } from './kills/kills.js';
import { observabilityFolder, readRules } from './rule-files.js';

interface Config {
  readonly route: { readonly routes: readonly { readonly matchers: readonly string[] }[] };
  readonly inhibit_rules: readonly {
    readonly source_matchers: readonly string[];
    readonly target_matchers: readonly string[];
  }[];
}

const text = readFileSync(join(observabilityFolder, 'alertmanager.yml'), 'utf8');
const { inhibit_rules: inhibitions, route } = parse(text) as Config;
const { alerts } = readRules();
const causes = kills.map(({ cause }) => cause);

/** The patterns of the names in some matchers. */
const patternsIn = (matchers: readonly string[]) =>
  matchers.flatMap((one) => {
    const [, names = ''] = /^alertname =~? "(.+)"$/.exec(one) ?? [];
    return names === '' ? [] : alternatives(names);
  });

/** The alternatives of a pattern; those in brackets belong together. */
const alternatives = (pattern: string) => pattern.split(/\|(?![^(]*\))/);

const matched = (pattern: string) =>
  alerts.filter(({ alert }) => new RegExp(`^(?:${pattern})$`).test(alert));

/** Pages that are never the symptom of an outage: each is a fault by itself. */
const independent = [
  ...['MessagesParked', 'DiskAlmostFull', 'RefusalWave'],
  ...['TrustFault', 'RevocationListOverdue', 'UntrustedApproval', 'CertificateEndsNow'],
];

describe('the file for Alertmanager', () => {
  it('names only alerts of the rules', () => {
    const named = [
      ...route.routes.flatMap(({ matchers }) => patternsIn(matchers)),
      ...inhibitions.flatMap((one) => patternsIn([...one.source_matchers, ...one.target_matchers])),
    ];
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((pattern) => matched(pattern).length === 0)).toEqual([]);
  });

  it('holds back every page that is neither a cause nor a fault by itself', () => {
    const held = new Set(
      inhibitions.flatMap((one) =>
        patternsIn(one.target_matchers).flatMap((pattern) => matched(pattern)),
      ),
    );
    const pages = alerts.filter(({ labels }) => labels['severity'] === 'page');
    const loud = pages.filter((one) => !held.has(one)).map(({ alert }) => alert);
    const expected = [...independent, ...causes.filter((one) => one !== 'CoreUnreachable')];
    expect(loud.sort()).toEqual(expected.sort());
  });

  it('has each cause of the replay as a source, and no others', () => {
    const sources = inhibitions.flatMap((one) => patternsIn(one.source_matchers));
    expect([...new Set(sources)].sort()).toEqual([...causes, 'KnownOutage'].sort());
  });
});

describe('the replay of kills', () => {
  it('reads the alerts of a time from the report of promtool', () => {
    const report = `
    expr: "ALERTS", time: 1h30s,
        exp: nil
        got: {__name__="ALERTS", alertname="A", alertstate="firing", x="say \\"b\\""} 1E+00, {alertname="B"} 1E+00
`;
    expect([...firingIn(report)]).toEqual([
      [3630, [{ alertname: 'A', x: 'say \\"b\\"' }, { alertname: 'B' }]],
    ]);
  });

  it('makes all times of the file shorter, and replaces all addresses', () => {
    const faster = fasterConfig(text, 60, 4711);
    expect(faster).toContain('group_wait: 500ms');
    expect(faster).toContain('repeat_interval: 720000ms');
    expect(faster).not.toMatch(/_(?:wait|interval): \d+[smh]$/m);
    expect(faster.match(/http:\/\/\S+/g)).toEqual(
      Array.from({ length: 3 }, () => 'http://127.0.0.1:4711/'),
    );
  });
});
