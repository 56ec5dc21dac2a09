import { setTimeout as sleep } from 'node:timers/promises';
import { BankApi, BankError } from '../../api/bank-api.js';
import type { Redirect } from '../../redirect.js';
import type { KnownPsu, TppCall } from '../../tpp-client.js';
import { clientOf, headersOf, sealTrustOf } from '../request-options.js';
import { exitCodes, JourneyEnd } from '../terminal.js';
import type { Terminal } from '../terminal.js';
import { bankAndTppOf } from './journey-options.js';
import type { JourneyOptions } from './journey-options.js';
import { startReturnServer } from './return-server.js';
import type { ReturnServer } from './return-server.js';
import { StateFile } from './state-file.js';

/** A status is read once a second at most: a person needs longer to approve. */
const pollMs = 1000;
/** The bank sends the browser back after the decision, as soon as every payment has answered. */
const wayBackMs = 5000;

/** The calls of one run, the approvals of the PSU, and the ids that the run leaves for the next one. */
export class Journey {
  private steps = 0;
  private interruption: AbortSignal | undefined;
  private isPsuKnown: boolean;

  private constructor(
    readonly bank: BankApi,
    private readonly terminal: Terminal,
    private readonly options: JourneyOptions,
    private readonly state: StateFile,
    /** Undefined when the TPP-Redirect-URI is another page. */
    private readonly back: ReturnServer | undefined,
    psu: KnownPsu | undefined,
  ) {
    this.isPsuKnown = psu !== undefined;
    bank.tpp.actFor(psu);
  }

  /**
   * Runs a journey, and ends what it has opened.
   *
   * @throws JourneyEnd, BankError, UsageError and the errors of the client
   */
  static async run(
    options: JourneyOptions,
    terminal: Terminal,
    work: (journey: Journey) => Promise<void>,
  ): Promise<void> {
    const back = options.redirectUri === undefined ? await startReturnServer() : undefined;
    try {
      const redirectUri = back?.uri ?? options.redirectUri ?? '';
      const tpp = await clientOf({ ...options, redirectUri }, terminal, await sealTrustOf(options));
      const state = new StateFile(options.state, bankAndTppOf(tpp));
      const psu = options.newPsu === true ? undefined : await state.psu();
      await work(new Journey(new BankApi(tpp), terminal, options, state, back, psu));
    } finally {
      await back?.stop();
    }
  }

  /** The headers of a call: those of the command line behind those of the step. */
  headers(own: TppCall['headers'] = {}): Pick<TppCall, 'headers'> {
    return { headers: { ...own, ...headersOf(this.options.header) } };
  }

  /** Prints a step. @throws JourneyEnd when the run was interrupted since an approval began */
  step(text: string): void {
    if (this.interruption?.aborted === true) throw new JourneyEnd('interrupted', 'interrupted');
    this.steps += 1;
    this.terminal.err(`${String(this.steps)}. ${text}`);
  }

  /**
   * Prints the address at which the PSU approves, and waits until the PSU has decided.
   *
   * @param isPending whether the decision is not there yet; without it the browser's way back alone tells
   * @throws JourneyEnd when the PSU refuses or takes too long, and when the run is interrupted
   */
  async approve(href: string, isPending?: () => Promise<boolean>): Promise<void> {
    const returned = this.back?.next() ?? new Promise<never>(() => undefined);
    this.step(`The PSU approves at: ${href}`);
    if (this.back === undefined && isPending === undefined) {
      const hint = 'nordgate-tpp redirect --save <the address that the PSU comes back to>';
      throw new JourneyEnd(`the ids of the PSU come with the way back. Then: ${hint}`, 'refused');
    }
    const limit = AbortSignal.timeout(this.options.wait * 1000);
    const interrupted = (this.interruption ??= this.terminal.interrupted());
    const signal = AbortSignal.any([limit, interrupted]);
    this.terminal.err(
      `   Waiting up to ${String(this.options.wait)} s. Ctrl-C ends the wait only.`,
    );
    try {
      await this.take(await this.outcome(returned, signal, isPending));
      while (isPending !== undefined && (await isPending()))
        await sleep(pollMs, undefined, { signal });
    } catch (error) {
      if (interrupted.aborted) throw new JourneyEnd('interrupted', 'interrupted');
      if (limit.aborted) throw new JourneyEnd('the PSU has not decided in time', 'late');
      throw error;
    }
  }

  /** Gets the ids of the PSU by SCA, unless the run has them (specification 4.4, 5.11). */
  async meetPsu(): Promise<void> {
    if (!this.isPsuKnown) await this.withSca(() => this.bank.user(this.headers()));
  }

  /** Calls, and sends the PSU to SCA when the bank wants SCA first. Then calls once more. */
  async withSca<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof BankError) || error.scaRedirect === undefined) throw error;
      this.step(`The bank wants the PSU first: ${codesOf(error)}`);
      await this.approve(error.scaRedirect);
      return call();
    }
  }

  /** How the browser came back; undefined when only the status shows a decision. */
  private async outcome(
    returned: Promise<Redirect>,
    signal: AbortSignal,
    isPending: () => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<Redirect | undefined> {
    const back = (ms: number) => Promise.race([returned, sleep(ms, undefined, { signal })]);
    for (;;) {
      const redirect = await back(pollMs);
      if (redirect !== undefined) return redirect;
      if (!(await isPending())) return this.back === undefined ? undefined : back(wayBackMs);
    }
  }

  private async take(redirect: Redirect | undefined): Promise<void> {
    if (redirect === undefined) return;
    if (redirect.outcome === 'failed') {
      const reason = [redirect.code, redirect.message]
        .filter((one) => one !== undefined)
        .join(': ');
      throw new JourneyEnd(`the PSU did not approve: ${reason}`, 'refused');
    }
    await this.state.keep(redirect.psu);
    this.bank.tpp.actFor(redirect.psu);
    this.isPsuKnown = true;
    this.step(`The PSU is back (${redirect.context}), PSU-ID ${redirect.psu.psuId}`);
  }
}

const codesOf = ({ status, tppMessages }: BankError) =>
  `${String(status)} ${tppMessages.map(({ code }) => code).join(', ')}`;

/** The exit code of a payment or a basket at the end of a journey. */
export function exitCodeOf(transactionStatus: string): number {
  return ['RJCT', 'CANC'].includes(transactionStatus) ? exitCodes.refused : exitCodes.fine;
}
