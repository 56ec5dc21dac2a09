import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { uuidForm } from '@nordgate/contracts/rules';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConsoleClocks } from './console-clock.service.js';
import { ConsoleGuard, formOf } from './console-visit.guard.js';
import type { AdmittedVisit, Form, VisitPage } from './console-visit.guard.js';

/** How far the clock moves on, as buttons. */
const steps = [
  { duration: 'PT1H', text: '1 hour' },
  { duration: 'P1D', text: '1 day' },
  { duration: 'P1M', text: '1 month' },
  { duration: 'P180D', text: '180 days' },
] as const;

const nextRun = 'next-run';

/** A time in UTC, as the page offers it. */
const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;

/** The page of the clock: it moves the clock, and shows what happened on the way. */
@Injectable()
export class ConsoleClock {
  constructor(
    private readonly clocks: ConsoleClocks,
    private readonly guard: ConsoleGuard,
  ) {}

  addTo(server: FastifyInstance): void {
    const { guard } = this;
    server.get(
      '/clock',
      guard.page((visit, request) => this.page(visit, request)),
    );
    server.post(
      '/clock',
      guard.form((visit, request) => this.move(visit, request)),
    );
  }

  private async page(
    { tpp }: AdmittedVisit,
    { query }: FastifyRequest,
    faults: readonly string[] = [],
  ): Promise<VisitPage> {
    const { from, live } = query as Readonly<Record<string, unknown>>;
    const [clock, plan, timeline] = await Promise.all([
      this.clocks.clock(tpp),
      this.clocks.plan(tpp),
      this.clocks.timeline(tpp, typeof from === 'string' ? from : undefined),
    ]);
    const data = { faults, plan, timeline, steps };
    const page: VisitPage = { name: 'clock', title: 'Clock', data };
    // A clock that stands still needs no renewed page.
    return clock?.move === undefined ? page : { ...page, live: live === '1' };
  }

  private async move(visit: AdmittedVisit, request: FastifyRequest): Promise<VisitPage | string> {
    const form = formOf(request);
    const wish = wishIn(form);
    if (wish === undefined) return '/clock';
    const outcome = await this.clocks.move(visit.tpp, requestIn(form), wish);
    if (outcome.is === 'moved') return '/clock?live=1';
    return { ...(await this.page(visit, request, outcome.why)), status: 400 };
  }
}

/** What the gateway is asked for; undefined for what the page does not offer. */
function wishIn({ by, until }: Form): string | undefined {
  if (by === nextRun) return nextRun;
  if (steps.some(({ duration }) => duration === by)) return JSON.stringify({ advance: by });
  if (typeof until !== 'string' || !instantForm.test(until)) return undefined;
  return JSON.stringify({ now: until });
}

/** A form that a browser sends twice moves the clock once. */
function requestIn({ request }: Form): string {
  return typeof request === 'string' && uuidForm.test(request) ? request : randomUUID();
}
