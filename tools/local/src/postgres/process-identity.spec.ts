import { identityOf, isRunning, workingDirectoryOf } from './process-identity.js';

it('knows a running process again, and no other under its number', () => {
  const me = identityOf(process.pid);
  if (!me) throw new Error('this process is not found');
  expect(isRunning(me)).toBe(true);
  expect(isRunning({ ...me, started: 'at another time' })).toBe(false);
});

it('finds no process where there is none', () => {
  expect(identityOf(2 ** 30)).toBeUndefined();
  expect(workingDirectoryOf(2 ** 30)).toBeUndefined();
});
