import { replaceDriver } from './bank/driver.js';
import { seedRandomness } from './clock/seeded-randomness.js';
import { startRealServer } from './bank/real-server.js';

seedRandomness(0);
const server = await startRealServer(replaceDriver);
const { makeTemplate } = await import('./bank/bank-template.js');
const { runSeed } = await import('./run-seed.js');
let s = Date.now();
const template = await makeTemplate(server);
console.log('template', template.generation);
for (
  let seed = Number(process.env['FROM'] ?? 1), i = 0;
  i < Number(process.env['N'] ?? 2);
  i++, seed++
) {
  const r = await runSeed(server, template, { seed, rate: Number(process.env['RATE'] ?? 0) });
  console.log(
    seed,
    r.hash.slice(0, 8),
    'strikes',
    r.strikes.length,
    'stmts',
    r.statements,
    'timers',
    r.timers,
    'sim',
    r.simulatedMs,
    r.parts,
  );
  for (const v of r.violations.slice(0, 10)) console.log('   ', v.slice(0, 400));
  if (process.env['T'])
    console.log(
      r.trace
        .filter((l) => !/ (sql|answer) /.test(l))
        .slice(-Number(process.env['T']))
        .join('\n'),
    );
}
await server.stop();
process.exit(0);
