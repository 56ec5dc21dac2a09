import { jest } from '@jest/globals';
import { CompressionTypes } from 'kafkajs';
import type { Producer } from 'kafkajs';
import { aMoment, outcomeOf } from '@nordgate/testing';
import { firstGeneration, laterGeneration } from './generations.js';
import type { Generation } from './generations.js';
import { SendQueue } from './send-queue.js';

const topic = 'payments.commands.v1';
const partitions = Array.from({ length: 12 }, (_, partition) => partition);
/** The answer of brokers that have stored everything. */
const answerTo = (sent: readonly { readonly topic: string }[]) =>
  sent.flatMap(({ topic: topicName }) =>
    partitions.map((partition) => ({ topicName, partition, errorCode: 0 })),
  );
const message = (value: string) => ({ key: 'payment-1', value, headers: {} });

/** A queue whose producers do what the test says. `requests` has the values of each request. */
function aQueue(
  send: (nth: number) => Promise<'in part' | void>,
  patienceMs = 2000,
  connect: (nth: number) => Promise<void> = () => Promise.resolve(),
) {
  const requests: string[][] = [];
  let producers = 0;
  const queue = new SendQueue({
    acks: -1,
    generations: {
      changes: 0,
      firstLook: () => Promise.resolve(),
      look: () => Promise.resolve(),
      writing: (name) => firstGeneration(name),
      candidates: (name) => [firstGeneration(name)],
      accepted: () => undefined,
    },
    compression: CompressionTypes.GZIP,
    patienceMs,
    onError: () => undefined,
    create() {
      producers += 1;
      return {
        connect: () => connect(producers),
        disconnect: () => Promise.resolve(),
        async sendBatch({ topicMessages = [] }) {
          const records = topicMessages.flatMap(({ messages }) => messages);
          requests.push(records.map(({ value }) => String(value)));
          const all = answerTo(topicMessages);
          return (await send(requests.length)) === 'in part' ? [] : all;
        },
      } as Partial<Producer> as Producer;
    },
  });
  return { queue, requests, producers: () => producers };
}

describe('SendQueue', () => {
  it('collects messages while a request is in flight and sends them as one request, in order', async () => {
    const gate = Promise.withResolvers<void>();
    const { queue, requests } = aQueue((nth) => (nth === 1 ? gate.promise : Promise.resolve()));
    const first = queue.send(topic, [message('1')]);
    await new Promise(setImmediate);
    const rest = [
      queue.send(topic, [message('2'), message('3')]),
      queue.send(topic, [message('4')]),
    ];
    gate.resolve();
    await Promise.all([first, ...rest]);
    expect(requests).toEqual([['1'], ['2', '3', '4']]);
  });

  it('connects ahead of the first message, and tries again until a broker accepts the producer', async () => {
    const { queue, producers } = aQueue(
      () => Promise.resolve(),
      2000,
      (nth) => (nth < 3 ? Promise.reject(new Error('away')) : Promise.resolve()),
    );
    const connecting = queue.connect();
    expect(queue.hasConnected).toBe(false);
    await connecting;
    expect(queue.hasConnected).toBe(true);
    await queue.send(topic, [message('1')]);
    expect(producers()).toBe(3);
  });

  it('gives the connection up when it is closed', async () => {
    const { queue } = aQueue(
      () => Promise.resolve(),
      2000,
      () => Promise.reject(new Error('away')),
    );
    const connecting = queue.connect();
    await queue.close(0);
    await connecting;
    expect(queue.hasConnected).toBe(false);
  });

  it('keeps requests below the brokers’ limit and sends a larger message alone', async () => {
    const large = 'x'.repeat(300 * 1024);
    const { queue, requests } = aQueue(() => Promise.resolve());
    await Promise.all([1, 2, 3].map(() => queue.send(topic, [message(large)])));
    await queue.send(topic, [message(large.repeat(4))]);
    expect(requests.map((values) => values.length)).toEqual([1, 1, 1, 1]);
  });

  it('rejects the messages of a failed request only, and makes a new producer', async () => {
    const { queue, producers } = aQueue((nth) =>
      nth === 1 ? Promise.reject(new Error('no leader')) : Promise.resolve(),
    );
    const failing = outcomeOf(queue.send(topic, [message('1')]));
    await new Promise(setImmediate);
    const next = outcomeOf(queue.send(topic, [message('2')]));
    expect([await failing, await next]).toEqual(['rejected', 'resolved']);
    expect(producers()).toBe(2);
  });

  it('rejects messages when the answer does not acknowledge their partition', async () => {
    const { queue, producers } = aQueue((nth) =>
      Promise.resolve(nth === 1 ? 'in part' : undefined),
    );
    expect(await outcomeOf(queue.send(topic, [message('1')]))).toBe('rejected');
    expect(await outcomeOf(queue.send(topic, [message('1')]))).toBe('resolved');
    expect(producers()).toBe(2);
  });

  it('rejects a message that waited longer than its sender', async () => {
    const gate = Promise.withResolvers<void>();
    const { queue, requests } = aQueue(
      (nth) => (nth === 1 ? gate.promise : Promise.resolve()),
      200,
    );
    const first = queue.send(topic, [message('1')]);
    await new Promise(setImmediate);
    const expired = outcomeOf(queue.send(topic, [message('2')]));
    const later = performance.now() + 201;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(later);
    gate.resolve();
    await first;
    expect(await expired).toBe('rejected');
    clock.mockRestore();
    expect(requests).toEqual([['1']]);
  });

  it('sends waiting messages when it closes, and rejects new ones', async () => {
    const { queue, requests } = aQueue(() => Promise.resolve());
    const last = queue.send(topic, [message('1')]);
    await queue.close(1000);
    await last;
    expect(await outcomeOf(queue.send(topic, [message('2')]))).toBe('rejected');
    expect(requests).toEqual([['1']]);
  });

  describe('of a topic with two generations', () => {
    const sealed = Object.assign(new Error('too large'), { type: 'MESSAGE_TOO_LARGE' });
    const later = laterGeneration(topic, 24);

    /** Brokers with two generations, of which these accept. `stored` has what each of them has. */
    function aGrownTopic(accepts: Set<string>, patienceMs = 2000) {
      const stored: string[] = [];
      const known = [firstGeneration(topic), later];
      let accepting: Generation | undefined;
      const queue = new SendQueue({
        acks: -1,
        ...{ compression: CompressionTypes.GZIP, patienceMs, onError: () => undefined },
        generations: {
          changes: 0,
          firstLook: () => Promise.resolve(),
          look: () => Promise.resolve(),
          writing: () => accepting ?? later,
          candidates: () => known.slice(accepting === later ? 1 : 0).reverse(),
          accepted: (generation) => (accepting = generation),
        },
        create: () =>
          ({
            connect: () => Promise.resolve(),
            disconnect: () => Promise.resolve(),
            sendBatch({ topicMessages = [] }) {
              const [sent] = topicMessages;
              if (sent === undefined || !accepts.has(sent.topic)) return Promise.reject(sealed);
              stored.push(...sent.messages.map(({ value }) => `${sent.topic} ${String(value)}`));
              return Promise.resolve(
                sent.messages.map(({ partition = 0 }) => {
                  return { topicName: sent.topic, partition, errorCode: 0 };
                }),
              );
            },
          }) as Partial<Producer> as Producer,
      });
      return { queue, stored };
    }

    it('sends to the old one while the new one is sealed, and goes over for good', async () => {
      const accepts = new Set<string>([topic]);
      const { queue, stored } = aGrownTopic(accepts);
      await queue.send(topic, [message('1')]);
      accepts.delete(topic);
      accepts.add(later.name);
      await queue.send(topic, [message('2')]);
      accepts.add(topic);
      await queue.send(topic, [message('3')]);
      expect(stored).toEqual([`${topic} 1`, `${later.name} 2`, `${later.name} 3`]);
    });

    it('keeps messages in their order while both are sealed', async () => {
      const accepts = new Set<string>();
      const { queue, stored } = aGrownTopic(accepts);
      const sent = [queue.send(topic, [message('1')]), queue.send(topic, [message('2')])];
      await aMoment();
      accepts.add(later.name);
      sent.push(queue.send(topic, [message('3')]));
      await Promise.all(sent);
      expect(stored).toEqual(['1', '2', '3'].map((value) => `${later.name} ${value}`));
    });

    it('rejects a message that no generation accepts in time', async () => {
      const { queue } = aGrownTopic(new Set(), 50);
      await expect(queue.send(topic, [message('1')])).rejects.toThrow('accept no messages');
    });
  });
});
