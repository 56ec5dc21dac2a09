import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './fault.js';

/** Longer than a session of the consumer groups lasts (10 s): the partitions are taken away. */
const frozenMs = 12_000;

/** SIGSTOP of the payments service: it wakes up as a member that its groups have given up. */
export const freezePayments: Fault = {
  name: 'freeze-payments',
  async inflict(cluster) {
    const [payments] = cluster.of('payments');
    payments?.freeze();
    await pause(frozenMs);
    payments?.thaw();
    return [];
  },
};
