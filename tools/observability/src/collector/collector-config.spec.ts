import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attributeNames, resourceNames } from '@nordgate/telemetry';
import { observabilityFolder } from '../rule-files.js';
import {
  collectorFile,
  loginFile,
  maskingStatement,
  readConfig,
  textFields,
} from './collector-config.js';
import { harmless, planted, traitsOf } from './planted.js';

const config = readConfig(collectorFile);
const { redaction, 'transform/redaction': transform } = config.processors;

/** What a bank's platform may add to the resource of a span. */
const platformKeys = ['k8s.namespace.name', 'k8s.pod.name'];

/** The Collector's regular expressions are those of Go; these ones mean the same here. */
const masked = (text: string, patterns: readonly string[]) =>
  patterns.reduce((left, pattern) => left.replaceAll(new RegExp(pattern, 'g'), '****'), text);

describe('the configuration of the Collector', () => {
  it('lets every attribute of spans and resources through, and no others', () => {
    const { version, check, work } = attributeNames;
    const ofMetrics: readonly string[] = [version, check, work];
    const spans = Object.values(attributeNames).filter((name) => !ofMetrics.includes(name));
    const wanted = [...spans, ...Object.values(resourceNames), ...platformKeys];
    expect([...redaction.allowed_keys].sort()).toEqual(wanted.sort());
  });

  it('configures every component of its pipelines, and redacts before anything is kept', () => {
    for (const { receivers, processors, exporters } of Object.values(config.service.pipelines)) {
      expect(Object.keys(config.receivers)).toEqual(expect.arrayContaining([...receivers]));
      expect(Object.keys(config.processors)).toEqual(expect.arrayContaining([...processors]));
      expect(Object.keys(config.exporters)).toEqual(expect.arrayContaining([...exporters]));
      const [limiter, ...rest] = processors;
      expect(limiter).toBe('memory_limiter');
      expect(rest.slice(0, 2)).toEqual(['redaction', 'transform/redaction']);
    }
  });

  it.each(textFields)('masks in %s what it masks in attributes', (field) => {
    const wanted = redaction.blocked_values.map((pattern) => maskingStatement(field, pattern));
    const given = transform.trace_statements.filter((one) => one.includes(`(${field},`));
    expect(given).toEqual(wanted);
  });

  it('removes the state of the trace, which is free text of a TPP, and drops what it cannot redact', () => {
    expect(transform.trace_statements).toContain('set(span.trace_state, "")');
    expect(transform).toHaveProperty('error_mode', 'propagate');
    expect(redaction).toMatchObject({ allow_all_keys: false, redact_all_types: true });
  });

  it.each(planted)('masks $what, in whatever order it applies the patterns', (one) => {
    for (const patterns of [redaction.blocked_values, [...redaction.blocked_values].reverse()]) {
      for (const text of [one.value, `refused: ${one.value}, again`, `id_${one.value}_1`]) {
        const left = masked(text, patterns);
        expect(traitsOf(one).filter((trait) => left.includes(trait))).toEqual([]);
        expect(left).not.toMatch(/\d{6}/);
      }
    }
  });

  it.each(harmless)('leaves %s as it is', (text) => {
    expect(masked(text, redaction.blocked_values)).toBe(text);
  });
});

describe('the login of the Collector', () => {
  const login = readConfig(loginFile);
  const component = 'deploy/k8s/components/collector-login/kustomization.yaml';
  const patch = readFileSync(join(observabilityFolder, '../..', component), 'utf8');
  const extension = login.extensions['bearertokenauth'] as { readonly filename: string };

  it('takes the token from a file of the mounted Secret, and from nowhere else', () => {
    expect(Object.keys(extension)).toEqual(['filename']);
    expect(patch).toContain(`mountPath: ${dirname(extension.filename)},`);
    expect(patch).toContain(`{ key: token, path: ${basename(extension.filename)} }`);
    expect(patch).toContain(`--config=/etc/collector/${basename(loginFile)}`);
    // A file that is mounted by `subPath` never changes.
    expect(patch).not.toContain('subPath');
  });

  it('keeps the extensions of every bank, and exports with the token', () => {
    const { extensions } = login.service;
    expect(extensions).toEqual([...config.service.extensions, 'bearertokenauth']);
    expect(login.exporters).toEqual({ otlphttp: { auth: { authenticator: 'bearertokenauth' } } });
    expect(Object.keys(config.exporters)).toEqual(Object.keys(login.exporters));
  });

  it('is no part of the configuration of every bank', () => {
    const text = readFileSync(collectorFile, 'utf8');
    expect(text.replaceAll(/^ *#.*/gm, '')).not.toMatch(/auth|headers|token_/i);
  });
});
