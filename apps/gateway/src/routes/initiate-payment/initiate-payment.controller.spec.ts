import { createSecretKey, randomBytes } from 'node:crypto';
import type { PaymentReceipt } from '@nordgate/contracts/commands';
import { defaultProfile } from '@nordgate/contracts/profile';
import { GetActingCustomer, GetSession } from '@nordgate/contracts/queries';
import type { CommandResult } from '@nordgate/messaging';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { BodyTurns } from '../../guard/body-turns.js';
import { defaultLimits } from '../../guard/request-limits.hook.js';
import { InitiatePaymentController } from './initiate-payment.controller.js';

const own = ['99991200017', '99996000016'];
const amount = (text: string) => ({ amount: text, currency: 'NOK' as const });
const exemptions = {
  ownAccountsBelow: amount('500'),
  ownAccountsDailyCountMax: 5,
  ownAccountsDailySumMax: amount('1000'),
};
const caller = {
  ...{ tpp: 'PSDNO-FSA-1', tppName: 'A TPP AS', requestId: 'request-1', generation: 0 },
  ...{ psuId: 'psu-1', tppSessionId: 'session-1', redirectUri: 'https://tpp.example' },
  ...{ fixes: new Set(['amount-as-string']), warnings: [], language: 'en' },
} as unknown as Caller;
const transfer = {
  instructedAmount: amount('499.99'),
  creditorName: 'Kari',
  creditorAccount: { bban: own[1], currency: 'NOK' },
  debtorAccount: { bban: own[0], currency: 'NOK' },
};

/** Initiates an own transfer at a gateway whose payments service answers with `result`. */
async function initiated(result: (fingerprint: string) => CommandResult<PaymentReceipt>) {
  const commands: { readonly type: string; readonly data: object }[] = [];
  const contexts = [{ context: 'PRIVATE', name: 'Kari', debitable: own, viewable: [] }];
  const edge = {
    now: () => new Date(),
    settings: {
      profile: { ...defaultProfile('sandbox'), exemptions },
      links: { current: 'A', keys: { A: createSecretKey(randomBytes(32)) } },
      scaUrl: 'https://sca.example',
    },
    queries: {
      ask: (query: unknown) => {
        if (query instanceof GetActingCustomer) return Promise.resolve({ contexts });
        const isSession = query instanceof GetSession;
        return Promise.resolve(isSession ? { session: 'live' } : { customerId: 'cus-1' });
      },
    },
    tell: (
      _topic: string,
      _caller: Caller,
      command: { type: string; data: { fingerprint: string } },
    ) => {
      commands.push(command);
      return Promise.resolve(result(command.data.fingerprint));
    },
    requireSwitchedOn: () => undefined,
    publicId: (kind: string) => `public-${kind}`,
  } as unknown as Edge;
  const turns = new BodyTurns(defaultLimits);
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => (headers[name] = value) };
  const created = await new InitiatePaymentController(edge, turns).single(
    'norwegian-domestic-credit-transfers',
    Buffer.from(JSON.stringify(transfer)),
    caller,
    reply as unknown as FastifyReply,
  );
  return { created, headers, commands };
}

describe('the answer to a transfer between own accounts', () => {
  it('has no link for the PSU where payments says that it is exempt', async () => {
    const { created, headers, commands } = await initiated((fingerprint) => ({
      is: 'decided',
      receipt: { transactionStatus: 'ACTC', fingerprint, isExempt: true },
    }));
    expect(created.transactionStatus).toBe('ACTC');
    expect(created._links?.scaRedirect).toBeUndefined();
    expect(headers).not.toHaveProperty('aspsp-sca-approach');
    expect(commands).toMatchObject([
      { type: 'InitiateOwnTransfer', data: { exemption: { customerId: 'cus-1' } } },
    ]);
  });

  it('has the link of its authorisation where the day has no room for an exemption', async () => {
    const { created, headers } = await initiated((fingerprint) => ({
      is: 'decided',
      receipt: { transactionStatus: 'RCVD', fingerprint },
    }));
    expect(created.transactionStatus).toBe('RCVD');
    expect(created._links?.scaRedirect?.href).toMatch(/^https:\/\/sca\.example\/sign\//);
    expect(headers['aspsp-sca-approach']).toBe('REDIRECT');
  });

  it('has the link of its authorisation while payments has not decided', async () => {
    const { created } = await initiated(() => ({ is: 'accepted' }));
    expect(created.transactionStatus).toBe('RCVD');
    expect(created._links?.scaRedirect?.href).toMatch(/^https:\/\/sca\.example\/sign\//);
    expect(created).not.toHaveProperty('psuMessage');
  });
});
