import { services } from '../checker/evidence/evidence.js';
import { Standby } from '../machine/standby.js';
import { momentBefore, readBack } from './kafka-restores.js';
import type { Restore } from './kafka-restores.js';

/**
 * A standby loses touch with the database server under load. When the server is lost, it takes over without all that was committed
 * since, while Kafka has kept everything. The services stand still until they have read their events back.
 */
export const lateStandby: Restore = async ({ cluster, load, verdict, say }) => {
  let moment = '';
  let standby: Standby | undefined;
  const historyFile = await load(async () => {
    moment = momentBefore();
    standby = await Standby.of(cluster);
    await standby.loseTouch();
  });
  const apps = services.flatMap((service) => cluster.of(service));
  await Promise.all(apps.map((app) => app.stop()));
  await standby?.takeOver();
  await readBack(cluster, services, moment, say);
  await Promise.all(apps.map((app) => app.start()));
  return { now: cluster, verdict: await verdict(cluster, historyFile) };
};
