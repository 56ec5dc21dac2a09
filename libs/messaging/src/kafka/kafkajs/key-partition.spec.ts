import fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import { keyPartition } from './key-partition.js';

it('keyPartition chooses the same partition as the default partitioner of kafkajs', () => {
  const byKafkajs = Partitioners.DefaultPartitioner();
  const keys = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.uuid());
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 100 }), (key, partitions) => {
      const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
        ...{ partitionId, partitionErrorCode: 0, leader: 0, replicas: [], isr: [] },
      }));
      const message = { key, value: '' };
      const expected = byKafkajs({ topic: 't', partitionMetadata, message });
      expect(keyPartition(key, partitions)).toBe(expected);
    }),
    { numRuns: 1000 },
  );
});
