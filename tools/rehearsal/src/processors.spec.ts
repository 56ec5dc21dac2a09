import { jest } from '@jest/globals';
import os from 'node:os';
import { countIdleShare } from './processors.js';

const cpu = (idle: number, user: number) => ({
  ...{ model: '', speed: 0 },
  times: { user, nice: 0, sys: 0, idle, irq: 0 },
});

it('the idle share is that of all processors since the count began', () => {
  const cpus = jest.spyOn(os, 'cpus');
  cpus.mockReturnValueOnce([cpu(1000, 5000), cpu(2000, 4000)]);
  const share = countIdleShare();
  cpus.mockReturnValueOnce([cpu(1030, 5070), cpu(2000, 4100)]);
  expect(share()).toBe(0.15);
  cpus.mockRestore();
});
