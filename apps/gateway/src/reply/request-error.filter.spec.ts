import { InternalServerErrorException } from '@nestjs/common';
import type { ArgumentsHost } from '@nestjs/common';
import { CommandNotAcknowledgedError } from '@nordgate/messaging';
import { ServiceUnavailableError } from '@nordgate/service';
import { createLog } from '@nordgate/telemetry';
import { fastify } from 'fastify';
import { MESSAGE_CODES } from '@nordgate/contracts/codes';
import { RefusalLog } from './refusal-log.service.js';
import { fault, RequestError } from './request-error.js';
import { RequestErrorFilter } from './request-error.filter.js';
import { statusOf } from './tpp-messages.js';

const log = createLog({ app: 'gateway-test', level: 'silent' });
const filter = new RequestErrorFilter(log, new RefusalLog(log));
const secret = 'postgres://payments:secret@db';

/** The answer to a request whose handler throws this. */
async function answerTo(thrown: unknown, language = 'en') {
  const edge = fastify();
  edge.get('/', (request, reply) => {
    const http = { getRequest: () => request, getResponse: () => reply };
    filter.catch(thrown, { switchToHttp: () => http } as unknown as ArgumentsHost);
    return reply;
  });
  const headers = { 'accept-language': language };
  const answer = await edge.inject({ method: 'GET', url: '/', headers });
  await edge.close();
  return answer;
}

describe('the answer SYSTEM_ERROR (specification section 7)', () => {
  it.each<[string, unknown]>([
    ['an unexpected error', new Error(`cannot reach ${secret}`)],
    ['an error of the framework', new InternalServerErrorException(secret)],
    ['a thrown text', secret],
    ['a thrown null', null],
  ])('is 500 for %s, and says nothing of it', async (_what, thrown) => {
    const answer = await answerTo(thrown);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      500,
      { tppMessages: [{ category: 'ERROR', code: 'SYSTEM_ERROR' }] },
    ]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).not.toContain('secret');
  });

  it.each<[string, Error]>([
    ['a service that does not answer', new ServiceUnavailableError(secret)],
    ['a command that no broker has acknowledged', new CommandNotAcknowledgedError(secret)],
  ])('is 503 with Retry-After for %s, and says nothing of it', async (_what, thrown) => {
    const answer = await answerTo(thrown);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      503,
      { tppMessages: [{ category: 'ERROR', code: 'SYSTEM_ERROR' }] },
    ]);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/u);
    expect(answer.body).not.toContain('secret');
  });

  const ofCallers = Array.from({ length: 100 }, (_, i) => 400 + i);

  it('is never given for an error of the framework that the caller has made', async () => {
    for (const status of ofCallers) {
      const thrown = Object.assign(new Error(secret), { statusCode: status });
      const { statusCode, body } = await answerTo(thrown);
      expect([status, statusCode < 500, body.includes('SYSTEM_ERROR')]).toEqual([
        status,
        true,
        false,
      ]);
    }
  });

  it('is worded in the language of the request', async () => {
    const [english, norwegian] = [await answerTo(secret), await answerTo(secret, 'nb')];
    expect(norwegian.headers['content-language']).toBe('nb');
    expect(norwegian.body).not.toBe(english.body);
  });
});

describe('an answer 401', () => {
  it('has a challenge (RFC 9110 section 15.5.2), and no other answer has one', async () => {
    const challenged = await Promise.all(
      MESSAGE_CODES.map(async (code) => {
        const { headers } = await answerTo(new RequestError([fault(code, 'system.error')]));
        return headers['www-authenticate'] === undefined
          ? []
          : [[code, headers['www-authenticate']]];
      }),
    );
    const ofPeople = MESSAGE_CODES.filter((code) => statusOf[code] === 401);
    expect(ofPeople.length).toBeGreaterThan(4);
    expect(challenged.flat()).toEqual(ofPeople.map((code) => [code, 'SCA realm="psu"']));
  });
});
