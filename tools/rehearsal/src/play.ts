import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from '@nordgate/chaos/chance';
import { services } from '@nordgate/chaos/evidence';
import { streamsOfNow } from '@nordgate/chaos/gather';
import { HistoryFile } from '@nordgate/chaos/history-file';
import type { Verdict } from '@nordgate/chaos/law';
import { accountOf, meetPsu, PsuBrowser, setUpSandbox } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { Agent, setGlobalDispatcher } from 'undici';
import { Bank } from './bank.js';
import type { Workload } from './manifests.js';
import type { PodEnd } from './pod.js';
import { countIdleShare, percent } from './processors.js';
import { Traffic } from './traffic.js';
import type { PhaseFigures } from './traffic.js';
import { verdictOf } from './verdict.js';

export interface PlayOptions {
  readonly folder: string;
  readonly workloads: readonly Workload[];
  /** The folders of the releases by name, in the order of the play. */
  readonly releases: Readonly<Record<'A' | 'B' | 'C', string>>;
  readonly rate: number;
  readonly seed: number;
  /** Seconds of traffic before the first and after the last rollout. */
  readonly calmSeconds: number;
  /**
   * The apps that are upgraded, in order. The others have release B from the start: before release C writes a new
   * version of an event, every consumer reads it.
   */
  readonly upgraded: readonly string[];
  readonly replicas: (workload: Workload) => number;
  readonly say: (line: string) => void;
}

/** A row of the table. */
export interface PhaseRow extends PhaseFigures {
  readonly name: string;
  readonly seconds: number;
  /** Of the time of the processors, from 0 to 1. */
  readonly idle: number;
}

export interface PlayResult {
  readonly rows: readonly PhaseRow[];
  readonly ends: readonly PodEnd[];
  readonly restarts: number;
  /** Of each law; the error of a checker that cannot judge this bank. */
  readonly verdict: Verdict | Error;
}

/**
 * Install, load, A → B → C → B, stop. The migration Jobs of a release run before its rollout, and never for a
 * rollback. @throws Error when a pod or a Job fails
 */
export async function play(options: PlayOptions): Promise<PlayResult> {
  const { folder, releases, say } = options;
  mkdirSync(folder, { recursive: true });
  const bank = await Bank.start({ ...options, folder: join(folder, 'bank') });
  try {
    say('install A');
    await bank.migrate(releases.A, () => true);
    // One after another: they share the processors that a cluster would give to each.
    for (const one of bank.deployments) {
      await one.install(options.upgraded.includes(one.app) ? releases.A : releases.B);
    }
    return await new Played(bank, options).run();
  } finally {
    await bank.stop();
  }
}

/** A play on an installed bank. */
class Played {
  private readonly rows: PhaseRow[] = [];

  constructor(
    private readonly bank: Bank,
    private readonly options: PlayOptions,
  ) {}

  async run(): Promise<PlayResult> {
    const { bank } = this;
    const { folder, releases, rate, calmSeconds } = this.options;
    const historyFile = join(folder, 'history.jsonl');
    const history = await HistoryFile.open(historyFile);
    const traffic = await this.meet(history);
    const before = await streamsOfNow({ databaseUrl: (service) => bank.databaseUrl(service) });
    traffic.start(rate);
    try {
      await this.phase(traffic, 'load', () => sleep(calmSeconds * 1000));
      await this.phase(traffic, 'A to B', () => this.rollOut(releases.B, true));
      await this.phase(traffic, 'B to C', () => this.rollOut(releases.C, true));
      await this.phase(traffic, 'C to B', () => this.rollOut(releases.B, false));
      await this.phase(traffic, 'load on B', () => sleep(calmSeconds * 1000));
    } finally {
      try {
        await traffic.stop();
      } finally {
        await history.close();
      }
    }
    this.options.say('the load has stopped; the laws are checked with the code of B');
    const verdict = await verdictOf(releases.B, folder, {
      databaseUrls: this.byService((service) => bank.databaseUrl(service)),
      ...{ bootstrap: bank.kafka.bootstrap, historyFile, gatewayUrl: bank.gatewayUrl },
      ...{ identity: bank.trust.demoTpp, psu: traffic.psuIds },
      before: this.byService((service) => {
        const { all, damaged } = before[service];
        return { all: [...all], damaged: [...damaged] };
      }),
      verdictFile: join(folder, 'verdict.json'),
    }).catch((error: unknown) => error as Error);
    const restarts = bank.deployments.reduce((sum, one) => sum + one.restarts, 0);
    await Promise.all(bank.deployments.map((one) => one.remove()));
    const ends = bank.deployments.flatMap((one) => one.ends);
    return { rows: this.rows, ends, restarts, verdict };
  }

  private byService<Value>(valueOf: (service: (typeof services)[number]) => Value) {
    const entries = services.map((service) => [service, valueOf(service)] as const);
    return Object.fromEntries(entries) as Record<(typeof services)[number], Value>;
  }

  private async meet(history: HistoryFile): Promise<Traffic> {
    const { bank } = this;
    // The Gateway of a cluster opens connections to the pods as it needs them; a kept one would stay with a pod.
    const dispatcher = new Agent({ pipelining: 0, connect: { timeout: 2000 } });
    setGlobalDispatcher(dispatcher);
    const tpp = new TppClient({
      ...{ baseUrl: bank.gatewayUrl, identity: bank.trust.demoTpp, dispatcher },
      redirectUri: 'https://tpp.example/back',
    });
    const world = {
      tpp,
      newBrowser: () => new PsuBrowser(bank.siteUrl),
      narrator: { part: () => undefined, step: () => undefined },
    };
    const [psu, creditor] = await setUpSandbox(world);
    if (psu === undefined) throw new Error('the sandbox has no customers');
    await meetPsu(world, psu);
    const accounts = { from: accountOf(psu), to: accountOf(creditor) };
    const chance = new Chance(this.options.seed);
    return new Traffic({ ...{ tpp, world, psu, history, chance }, ...accounts });
  }

  private async rollOut(release: string, isUpgrade: boolean): Promise<void> {
    const { upgraded } = this.options;
    // A rollback runs no migration: the database stays as it is.
    if (isUpgrade) await this.bank.migrate(release, (app) => upgraded.includes(app));
    for (const app of upgraded) {
      await this.bank.deployments.find((one) => one.app === app)?.rollOut(release);
    }
  }

  private async phase(traffic: Traffic, name: string, act: () => Promise<void>): Promise<void> {
    const { say } = this.options;
    const since = performance.now();
    const idleShare = countIdleShare();
    say(name);
    await act();
    const seconds = (performance.now() - since) / 1000;
    const idle = idleShare();
    const figures = traffic.endPhase();
    this.rows.push({ name, seconds, idle, ...figures });
    const { requests, failed, unavailable } = figures;
    say(
      `${name}: ${seconds.toFixed(0)} s, ${String(requests)} requests, ${String(failed.length)} failed, ${String(unavailable.length)} unavailable, processors ${percent(idle)} idle`,
    );
  }
}
