import { say } from '@nordgate/local/tool';
import { services } from '../checker/evidence/evidence.js';
import { describeVerdict } from '../report.js';
import { lostBrokers, rehearseRestore, restoredStores } from './kafka-restores.js';

const restores = {
  'the brokers lost their data': lostBrokers,
  'payments has an older database': restoredStores({ older: ['payments'] }),
  'every service has an older database': restoredStores({ older: services }),
  'payments has lost its database, and its topic what was exported': restoredStores({
    older: [],
    lost: ['payments'],
  }),
};

/** `npm run rehearse:kafka`: restores of a bank over Kafka, each with the verdict of all laws. */
let broken = 0;
for (const [what, restore] of Object.entries(restores)) {
  say(`\n${what}`);
  const verdict = await rehearseRestore(restore, say);
  say(describeVerdict(verdict));
  broken += verdict.filter(({ violations }) => violations.length > 0).length;
}
process.exitCode = broken === 0 ? 0 : 1;
