import type { Fault } from './fault.js';

/** SIGTERM and a new start of every instance, one after the other, as a new release does. */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  async inflict(cluster, chance) {
    const complaints: string[] = [];
    for (const app of chance.shuffled(cluster.apps)) {
      const code = await app.stop();
      if (code !== 0) complaints.push(`${app.name} ended with ${String(code)} after SIGTERM`);
      await app.start();
    }
    return complaints;
  },
};
