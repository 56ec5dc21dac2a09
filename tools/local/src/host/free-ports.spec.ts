import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './free-ports.js';
import { PortClaims } from './port-claims.js';

it('gives no port to two callers, although their servers do not listen yet', async () => {
  const given: number[] = [];
  for (let caller = 0; caller < 4; caller += 1) given.push(...(await freePorts(100)));
  expect(given.filter((port, at) => given.indexOf(port) !== at)).toEqual([]);
});

it('lets another process claim a port only after ten minutes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-claims-'));
  try {
    const [one, other] = [new PortClaims(folder), new PortClaims(folder)];
    const minutesOn = (count: number) => Date.now() + count * 60_000;
    expect([one.claim(20_000), other.claim(20_000)]).toEqual([true, false]);
    other.removeEnded(minutesOn(9));
    expect(other.claim(20_000)).toBe(false);
    other.removeEnded(minutesOn(11));
    expect(other.claim(20_000)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
