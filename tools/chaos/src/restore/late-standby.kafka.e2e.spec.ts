import { services } from '../checker/evidence/evidence.js';
import { describeVerdict } from '../report.js';
import { rehearseRestore } from './kafka-restores.js';
import { lateStandby } from './late-standby.js';

/** Each service stops, is restored and starts; beside other work that takes more than five minutes. */
const limitMs = 1_200_000;

describe('a bank over Kafka whose standby takes over without the last commits', () => {
  it(
    'keeps every law after each service has read its events back from its topic',
    async () => {
      const said: string[] = [];
      const verdict = await rehearseRestore(lateStandby, (text) => {
        said.push(text);
        process.stderr.write(`${text}\n`);
      });
      const broken = verdict.filter(({ violations }) => violations.length > 0);
      expect({ broken: describeVerdict(broken), said: broken.length > 0 ? said : [] }).toEqual({
        ...{ broken: describeVerdict([]), said: [] },
      });
      expect(verdict.map(({ looked }) => Math.max(...Object.values(looked)))).not.toContain(0);
      expect(said.filter((text) => /"imported":[1-9]/.test(text))).toHaveLength(services.length);
    },
    limitMs,
  );
});
