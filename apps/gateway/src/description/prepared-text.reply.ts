import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { brotliOptions, codingOf } from '../reply/coded-answers.hook.js';
import type { Encoding } from '../reply/negotiation.js';

/** A text in each content coding of answers. It is coded once and not for every request. */
export type PreparedText = Readonly<Record<Encoding, Buffer>>;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Codes a text on Node's thread pool. */
export async function preparedText(text: string): Promise<PreparedText> {
  const identity = Buffer.from(text);
  const [gzip, br] = await Promise.all([gzipped(identity), brotlied(identity, brotliOptions)]);
  return { identity, gzip, br };
}

/** Picks the coding that Accept-Encoding asks for, names it in the answer, and returns the bytes. */
export function codedBytes(
  text: PreparedText,
  accepted: string | undefined,
  reply: FastifyReply,
): Buffer {
  if (accepted === undefined) return text.identity;
  const coding = codingOf(text.identity.length, accepted);
  if (coding !== 'identity') void reply.header('content-encoding', coding);
  return text[coding];
}
