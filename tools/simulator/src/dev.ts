import { replaceDriver } from './bank/driver.js';
import { seedRandomness } from './clock/seeded-randomness.js';
import { createRequire } from 'node:module';
import type { DatabaseServer } from './bank/database-server.js';
import type { PlainClientClass } from './bank/real-server.js';

seedRandomness(0);
let server: DatabaseServer;
const { Client } = createRequire(import.meta.url)('pg') as { Client: PlainClientClass };
replaceDriver((config) => server.makeClient(config));
if (process.env['MODEL']) {
  const { modelServer } = await import('./bank/model-server.js');
  const { loadLanguage } = await import('./postgres/language/language.js');
  server = modelServer(await loadLanguage());
} else {
  const { startRealServer } = await import('./bank/real-server.js');
  server = await startRealServer(Client);
}
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
  if (process.env['H']) {
    const m = new Map<string, number>();
    for (const l of r.trace) {
      const k = /^\d+ (\w+) sql (.*)$/.exec(l);
      if (k) m.set(k[2]!, (m.get(k[2]!) ?? 0) + 1);
    }
    for (const [k, n] of [...m].sort((a, b) => b[1] - a[1]).slice(0, 45))
      console.log(String(n).padStart(6), k);
  }
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
