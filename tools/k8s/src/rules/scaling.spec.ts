import { Rendered } from '../rendered.js';
import { changed, set } from './planting.js';
import { scalingFaults } from './scaling.js';

describe('the rule of scalers', () => {
  const version = 'spec/triggers/0/metadata/version';

  it('finds no scaler of production that speaks a protocol the brokers do not answer', () => {
    expect(scalingFaults(Rendered.read('production'))).toEqual([]);
  });

  it.each(
    Rendered.read('production')
      .all('ScaledObject')
      .map(({ metadata }) => metadata.name),
  )('reports a scaler of %s without the CPU', (name) => {
    const { spec } = Rendered.read('production').find('ScaledObject', name) ?? {};
    const { triggers } = spec as { readonly triggers: readonly { readonly type: string }[] };
    const at = triggers.findIndex(({ type }) => type === 'cpu');
    const change = set(`ScaledObject ${name}`, `spec/triggers/${String(at)}/type`, 'memory');
    expect(scalingFaults(changed(change))).toEqual([
      `${name}: is scaled by lag alone, which reads do not make`,
    ]);
  });

  it.each([
    [
      'a scaler without a version, for which KEDA assumes 1.0.0',
      set('ScaledObject sca', version),
      'sca: speaks Kafka of an unknown version for sca.commands.v1',
    ],
    [
      'a version that Kafka 4 removed',
      set('ScaledObject sca', version, '2.0.1'),
      'sca: speaks Kafka 2.0.1',
    ],
    [
      'a version after that of the brokers',
      set('ScaledObject sca', version, '4.4.0'),
      'sca: speaks Kafka 4.4.0',
    ],
    [
      'a version that KEDA cannot parse',
      set('ScaledObject sca', version, '4.0'),
      'sca: speaks Kafka 4.0 ',
    ],
    [
      'brokers that are older than the scalers',
      set('Kafka nordgate', 'spec/kafka/version', '3.9.1'),
      'payments: speaks Kafka 4.0.0',
    ],
  ])('reports %s', (_what, change, fault) => {
    expect(scalingFaults(changed(change)).join('\n')).toContain(fault);
  });
});
