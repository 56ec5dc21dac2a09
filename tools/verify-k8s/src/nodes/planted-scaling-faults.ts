import type { Manifest } from '../documents.js';
import type { Rehearsal } from './rehearsal.js';
import { expectations, scaleTo } from './scaling.js';

/** A fault in an autoscaler, and what the check of the loads says about it. */
interface ScalingFault {
  readonly name: string;
  /** The name of the autoscaler. */
  readonly scaler: string;
  /** Of the loads of `expectations`, the one that shows the fault. */
  readonly load: number;
  readonly fault: RegExp;
  readonly plantIn: (hpa: string) => string;
}

/** No autoscaler without the fault passes through the wrong number of pods: the gateway goes from 2 to 6 to 8. */
export const scalingFaults: readonly ScalingFault[] = [
  {
    ...{ name: 'a target of the processor that is twice as high', scaler: 'gateway', load: 0 },
    fault: /nordgate\/gateway: 4 instead of 8/,
    plantIn: (hpa) => hpa.replaceAll('"averageUtilization":60', '"averageUtilization":120'),
  },
  {
    ...{
      name: 'a threshold of the lag that is twice as high',
      scaler: 'keda-hpa-payments',
      load: 1,
    },
    fault: /nordgate\/payments: 5 instead of 10/,
    plantIn: (hpa) => hpa.replaceAll('"averageValue":"500"', '"averageValue":"1000"'),
  },
];

/** Longer than the two wrong numbers of pods take, even on a machine with other work. */
const waitSeconds = 45;

/**
 * Plants each fault in its autoscaler, and puts its load on the apps.
 *
 * @param scalers the autoscalers without a fault, which are applied again after each fault
 */
export async function plantScalingFaults(
  one: Rehearsal,
  scalers: readonly Manifest[],
): Promise<void> {
  const all = expectations(scalers, one.apps);
  for (const { name, load, fault, ...planted } of scalingFaults) {
    const expectation = all[load];
    if (expectation === undefined) throw new Error(`no load is number ${String(load)}`);
    await one.finds(name, fault, async () => {
      await one.apply([withFault(scalers, planted)]);
      await scaleTo(one, { ...expectation, withinSeconds: waitSeconds });
    });
    await one.apply(scalers);
  }
  one.cluster.metrics.load = { cpu: {}, lag: {} };
}

/** @throws Error when the autoscalers have no place for the fault */
export function withFault(
  scalers: readonly Manifest[],
  { scaler, plantIn }: Pick<ScalingFault, 'scaler' | 'plantIn'>,
): Manifest {
  const sound = JSON.stringify(scalers.find(({ metadata }) => metadata.name === scaler) ?? null);
  const faulty = plantIn(sound);
  if (faulty === sound) throw new Error(`the autoscaler ${scaler} has no place for the fault`);
  return JSON.parse(faulty) as Manifest;
}
