/**
 * The partition of a key, computed like Kafka's own clients do: murmur2 of the UTF-8 bytes, without
 * the sign bit, modulo the number of partitions.
 */
export function keyPartition(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;
}

const seed = 0x9747b28c;
const factor = 0x5bd1e995;

/** MurmurHash2 with 32 bits and the seed that Kafka uses (org.apache.kafka.common.utils.Utils). */
function murmur2(bytes: Buffer): number {
  const { length } = bytes;
  const whole = length - (length % 4);
  let hash = seed ^ length;
  for (let at = 0; at < whole; at += 4) {
    const mixed = Math.imul(bytes.readInt32LE(at), factor);
    hash = Math.imul(hash, factor) ^ Math.imul(mixed ^ (mixed >>> 24), factor);
  }
  if (whole < length) {
    hash = Math.imul(hash ^ bytes.readUIntLE(whole, length - whole), factor);
  }
  hash = Math.imul(hash ^ (hash >>> 13), factor);
  return hash ^ (hash >>> 15);
}
