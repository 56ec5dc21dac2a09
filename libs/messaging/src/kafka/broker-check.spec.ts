import type { Admin } from 'kafkajs';
import { brokerCheck } from './broker-check.js';

describe('the check of the brokers', () => {
  it('is up while a broker answers, keeps one connection, and closes it', async () => {
    const calls: string[] = [];
    const call = (name: string) => () => Promise.resolve(void calls.push(name));
    const admin = {
      ...{ connect: call('connect'), disconnect: call('disconnect') },
      describeCluster: () => {
        calls.push('describeCluster');
        return Promise.resolve({ brokers: [], controller: null, clusterId: 'c' });
      },
    };
    let opened = 0;
    const brokers = brokerCheck({
      admin: () => {
        opened += 1;
        return admin as unknown as Admin;
      },
    });
    await brokers.check.check();
    await brokers.check.check();
    await brokers.stop();
    expect(opened).toBe(1);
    expect(calls).toEqual(['connect', 'describeCluster', 'disconnect']);
  });

  it('is down while none answers, has no say in readiness, and says so in plain words', async () => {
    const connect = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const disconnect = () => Promise.resolve();
    const brokers = brokerCheck({
      admin: () => ({ connect, disconnect }) as unknown as Admin,
    });
    await expect(brokers.check.check()).rejects.toThrow('ECONNREFUSED');
    expect(brokers.check).toMatchObject({
      informs: true,
      outage: { words: 'no brokers reachable' },
    });
    await brokers.stop();
  });
});
