import { Injectable } from '@nestjs/common';
import { declineReasons } from '@nordgate/contracts/http';
import type { BankAct } from '@nordgate/contracts/queries';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConsoleBank } from './console-bank.service.js';
import { ConsoleGuard, formOf } from './console-visit.guard.js';
import type { AdmittedVisit, Form, VisitPage } from './console-visit.guard.js';

/** What the bank has done, by the word in the address of the page that follows. */
const outcomes: Readonly<Record<BankAct, string>> = {
  change: 'The bank has changed the payment. It keeps its id.',
  cancel: 'The bank has cancelled the payment. Its status is CANC.',
  refuse: 'The bank will refuse the next execution of the payment.',
  revoke: 'The PSU has revoked the consent at the bank.',
};
const acts = Object.keys(outcomes) as readonly BankAct[];

const isAct = (word: unknown): word is BankAct => acts.some((one) => one === word);

/** The longest id that a form may name: a longer text is no id of a TPP. */
const idLengthMax = 100;

/** The page on which the bank, or the PSU at the bank, acts in other channels (specification 3 rule 4, 5.10). */
@Injectable()
export class ConsoleChannels {
  constructor(
    private readonly bank: ConsoleBank,
    private readonly guard: ConsoleGuard,
  ) {}

  addTo(server: FastifyInstance): void {
    const { guard } = this;
    server.get(
      '/channels',
      guard.page((_visit, { query }) => {
        const { done: word, id } = query as Readonly<Record<string, unknown>>;
        const done = isAct(word) ? outcomes[word] : undefined;
        return Promise.resolve(pageWith({ done, id: textIn(id) }));
      }),
    );
    for (const act of acts) {
      server.post(
        `/channels/${act}`,
        guard.form((visit, request) => this.act(act, visit, request)),
      );
    }
  }

  private async act(
    act: BankAct,
    { tpp }: AdmittedVisit,
    request: FastifyRequest,
  ): Promise<VisitPage | string> {
    const form = formOf(request);
    const id = textIn(form['id']);
    if (id === '' || id.length > idLengthMax) {
      return { ...pageWith({ faults: ['Enter the id that your app has.'] }), status: 400 };
    }
    const outcome = await this.bank.act(tpp, { act, id, body: bodyOf(act, form) });
    if (outcome.is === 'done') return `/channels?done=${act}&id=${encodeURIComponent(id)}`;
    return { ...pageWith({ faults: outcome.why, id }), status: 400 };
  }
}

/** The body of the request that does the same; empty for an act without one. */
function bodyOf(act: BankAct, form: Form): string {
  if (act === 'refuse') return JSON.stringify({ reason: textIn(form['reason']) });
  if (act !== 'change') return '';
  const [amount, currency, day] = ['amount', 'currency', 'day'].map((name) => textIn(form[name]));
  return JSON.stringify({
    ...(amount !== '' && { instructedAmount: { amount, currency } }),
    ...(day !== '' && { requestedExecutionDate: day }),
  });
}

const textIn = (sent: unknown): string => (typeof sent === 'string' ? sent.trim() : '');

function pageWith(data: {
  readonly done?: string | undefined;
  readonly faults?: readonly string[];
  readonly id?: string;
}): VisitPage {
  const shown = { faults: [], id: '', reasons: declineReasons, ...data };
  return { name: 'channels', title: 'Other channels', data: shown };
}
