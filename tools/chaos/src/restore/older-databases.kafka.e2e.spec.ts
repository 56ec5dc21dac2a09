import { services } from '../checker/evidence/evidence.js';
import { describeVerdict } from '../report.js';
import { rehearseRestore, restoredStores } from './kafka-restores.js';

/** Each service stops, is restored and starts; beside other work that takes more than five minutes. */
const limitMs = 1_200_000;

const lost = ['payments'] as const;
const older = services.filter((service) => service !== 'payments');

describe('a bank over Kafka whose databases are older than its topics, and one of them is empty', () => {
  it(
    'keeps every law after each service has read its events back from its export and from what its topic still has',
    async () => {
      const said: string[] = [];
      const verdict = await rehearseRestore(restoredStores({ older, lost }), (text) => {
        said.push(text);
        process.stderr.write(`${text}\n`);
      });
      const broken = verdict.filter(({ violations }) => violations.length > 0);
      expect({ broken: describeVerdict(broken), said: broken.length > 0 ? said : [] }).toEqual({
        ...{ broken: describeVerdict([]), said: [] },
      });
      expect(verdict.map(({ looked }) => Math.max(...Object.values(looked)))).not.toContain(0);
      const all = said.join('\n');
      expect(all).toMatch(/the topic of payments dropped [1-9]/);
      expect(all).toMatch(/"app":"payments","parts":[1-9]\d*,"events":[1-9]/);
      expect(said.filter((text) => /"imported":[1-9]/.test(text))).toHaveLength(services.length);
    },
    limitMs,
  );
});
