import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { defined } from '@nordgate/decider';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { addAnswerHeaders } from './answer-headers.hook.js';
import { addCodedAnswers, codedFromBytes } from './coded-answers.hook.js';

const long = JSON.stringify({ text: 'å'.repeat(codedFromBytes) });
const short = '{}';

describe('the coding of answers', () => {
  let edge: FastifyInstance;
  beforeEach(() => {
    edge = fastify();
    addAnswerHeaders(edge);
    addCodedAnswers(edge);
    edge.get('/long', (_request, reply) => reply.type('application/json').send(long));
    edge.get('/short', (_request, reply) => reply.type('application/json').send(short));
    edge.delete('/nothing', (_request, reply) => reply.code(204).send());
  });
  afterEach(() => edge.close());

  const ask = (url: string, accepted?: string) =>
    edge.inject({ url, headers: defined({ 'accept-encoding': accepted }) });
  const decode = {
    gzip: (bytes: Buffer) => gunzipSync(bytes).toString(),
    br: (bytes: Buffer) => brotliDecompressSync(bytes).toString(),
    none: (bytes: Buffer) => bytes.toString(),
  };

  it.each([
    [undefined, 'none'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'gzip'],
    ['gzip;q=0.5, br', 'br'],
    ['identity, gzip;q=0.5', 'none'],
    ['deflate', 'none'],
    ['*', 'gzip'],
    ['*;q=0', 'none'],
  ] as const)('of a long answer for %s is %s', async (accepted, coding) => {
    const answer = await ask('/long', accepted);
    const told = answer.headers['content-encoding'] ?? 'none';
    expect([answer.statusCode, told]).toEqual([200, coding]);
    expect(decode[coding](answer.rawPayload)).toBe(long);
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    expect(answer.headers['vary']).toBe('accept-encoding, accept-language');
    expect(answer.headers['content-type']).toContain('charset=utf-8');
  });

  it.each([
    ['gzip', 'none'],
    ['gzip, identity;q=0', 'gzip'],
    ['br, *;q=0', 'br'],
    ['gzip;q=0.9', 'none'],
  ] as const)('of a short answer for %s is %s', async (accepted, coding) => {
    const answer = await ask('/short', accepted);
    expect(answer.headers['content-encoding'] ?? 'none').toBe(coding);
    expect(decode[coding](answer.rawPayload)).toBe(short);
  });

  it('leaves an answer without a body alone', async () => {
    const headers = { 'accept-encoding': 'gzip, identity;q=0' };
    const answer = await edge.inject({ method: 'DELETE', url: '/nothing', headers });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([204, undefined]);
  });
});
