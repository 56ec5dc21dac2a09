/**
 * The partition of a key, as Kafka's own clients place it: murmur2 of its octets, without the sign,
 * over the number of partitions. kafkajs does the same with 64-bit objects for each step.
 */
export function keyPartition(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;
}

const seed = 0x9747b28c;
const factor = 0x5bd1e995;

/** Austin Appleby's hash of 32 bits, with the seed that Kafka gives it. */
function murmur2(octets: Buffer): number {
  const { length } = octets;
  const whole = length - (length % 4);
  let hash = seed ^ length;
  for (let at = 0; at < whole; at += 4) {
    const mixed = Math.imul(octets.readInt32LE(at), factor);
    hash = Math.imul(hash, factor) ^ Math.imul(mixed ^ (mixed >>> 24), factor);
  }
  if (whole < length) {
    hash = Math.imul(hash ^ octets.readUIntLE(whole, length - whole), factor);
  }
  hash = Math.imul(hash ^ (hash >>> 13), factor);
  return hash ^ (hash >>> 15);
}
