import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal } from '@nordgate/decider';
import type { DomainEvent } from '@nordgate/decider';
import { decisionsChannel } from '@nordgate/messaging';
import type { MadeDecision } from '@nordgate/messaging';
import { decisionsVariable } from './recording-environment.js';

/** A decision with the events before it, as `publishTested` of `@nordgate/decider/testing` publishes it. */
export type TestedDecision = Omit<MadeDecision, 'saw'> & {
  readonly given: readonly { readonly stream: string; readonly events: readonly DomainEvent[] }[];
};

/** Loaded before the tests of the deciders: writes each decision, with the events before it. */
const folder = process.env[decisionsVariable] ?? '.';
const file = join(folder, `${String(process.pid)}-tests.jsonl`);
const write = (tested: TestedDecision) => appendFileSync(file, `${JSON.stringify(tested)}\n`);

/** What the services of a test have decided: the database of a test ends with it. */
const histories = new Map<string, readonly DomainEvent[]>();

function take({ saw, ...made }: MadeDecision): void {
  const versions = new Map(saw.map(({ stream, version }) => [stream, version]));
  const before = (stream: string) =>
    (histories.get(stream) ?? []).slice(0, versions.get(stream) ?? 0);
  const given = saw.map(({ stream }) => ({ stream, events: before(stream) }));
  // Events of which this process has not seen the decision.
  const isWhole = given.every(({ stream, events }) => events.length === versions.get(stream));
  if (isWhole) write({ ...made, given });
  for (const { stream, decision } of made.decisions) {
    if (!isRefusal(decision)) histories.set(stream, [...before(stream), ...decision]);
  }
}

subscribe('nordgate.tested-decisions', (tested) => write(tested as TestedDecision));
decisionsChannel.subscribe((made) => take(made as MadeDecision));
