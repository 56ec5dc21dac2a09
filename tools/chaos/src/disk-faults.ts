import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.js';

const fullMs = { min: 5000, max: 8000 };
/** The end of a process that has met a full disk is noticed by then. */
const endMs = 500;

/** The disk of the database server is full, until somebody gives it more. A server that ended at a full disk is started again. */
const fullDiskOfPostgres: Fault = {
  name: 'full-disk-postgres',
  lastsSeconds: 10,
  needs: ['disks'],
  async inflict(cluster, chance, machine) {
    const disk = machine.disk('postgres');
    await disk.fill();
    await sleep(chance.between(fullMs.min, fullMs.max));
    await disk.empty();
    await sleep(endMs);
    if (!cluster.isPostgresUp) await cluster.cutPostgres();
    return [];
  },
};

/** The disk of a broker is full. The broker ends, as its only folder cannot be written, and starts again when there is space. */
const fullDiskOfBroker: Fault = {
  name: 'full-disk-broker',
  lastsSeconds: 20,
  needsBrokers: true,
  needs: ['disks'],
  async inflict({ kafka }, chance, machine) {
    const node = chance.pick([...kafka.pids.keys()]);
    const disk = machine.disk(node);
    await disk.fill();
    await sleep(chance.between(fullMs.min, fullMs.max));
    await disk.empty();
    await kafka.restart(node);
    return [];
  },
};

/** What happens when a disk has no space left. */
export const diskFaults: readonly Fault[] = [fullDiskOfPostgres, fullDiskOfBroker];
