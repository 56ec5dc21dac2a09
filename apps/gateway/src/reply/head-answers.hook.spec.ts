import { fastify } from 'fastify';
import { addHeadAnswers } from './answer-headers.hook.js';

describe('an answer to HEAD', () => {
  it.each([200, 404])(
    'has the status %i of GET and nothing that the content determines',
    async (status) => {
      const edge = fastify();
      addHeadAnswers(edge);
      edge.get('/served', (_request, reply) =>
        reply.code(status).header('x-kept', 'yes').send({ a: 1 }),
      );
      const head = await edge.inject({ method: 'HEAD', url: '/served' });
      const full = await edge.inject({ method: 'GET', url: '/served' });
      await edge.close();
      expect([head.statusCode, head.headers['x-kept'], head.body]).toEqual([status, 'yes', '']);
      expect(head.headers['content-length']).toBeUndefined();
      expect([full.statusCode, full.headers['content-length']]).toEqual([status, '7']);
    },
  );
});
