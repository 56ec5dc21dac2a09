import { paymentProducts } from '@nordgate/contracts/http';
import { offeredProduct } from '@nordgate/contracts/profile';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import { MaintenanceWatch } from '@nordgate/service';
import type { Maintenance, QueryClient, RunningWork } from '@nordgate/service';
import type { Log } from '@nordgate/telemetry';
import type { ServedRoute } from '../request/route.decorator.js';
import { fault, inMaintenance, RequestError } from '../reply/request-error.js';
import { KeptSwitches } from './kept-switches.source.js';
import type { Switches, SwitchSettings } from './kept-switches.source.js';

const nothingOff: Switches = { products: new Set(), operations: new Set() };

/** What the bank serves now: its maintenance, and the switches of its profile. */
export class ServiceState implements RunningWork {
  private readonly watch: MaintenanceWatch;
  private kept: KeptSwitches | undefined;

  constructor(
    queries: Pick<QueryClient, 'ask'>,
    private readonly log: Log,
  ) {
    this.watch = new MaintenanceWatch({ queries, log });
  }

  get maintenance(): Maintenance {
    return this.watch;
  }

  get switches(): Switches {
    return this.kept?.current ?? nothingOff;
  }

  /** Reads the switches, which may name these routes, and asks for maintenance once. Rejects for switches that cannot be used. */
  async open(settings: SwitchSettings, routes: readonly ServedRoute[]): Promise<void> {
    this.kept = await KeptSwitches.open(settings, routes, this.log);
    await this.watch.look();
  }

  start(): void {
    this.watch.start();
    this.kept?.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.watch.stop(), this.kept?.stop()]);
  }

  /**
   * Throws RequestError, 503, while the bank is in maintenance. A read that goes on meanwhile may still have something to
   * write, such as the authorisation of a first contact.
   */
  requireWrites(now: Date): void {
    const window = this.watch.running(now);
    if (window !== undefined) throw inMaintenance(window, now);
  }

  /** Throws RequestError, PRODUCT_UNKNOWN, for a product that is switched off. */
  requireProduct({ product, service }: OfferedProduct, profile: BankProfile): void {
    const off = this.switches.products;
    if (!off.has(product.name)) return;
    const products = paymentProducts
      .map(({ name }) => name)
      .filter((name) => !off.has(name) && offeredProduct(profile, service, name) !== undefined)
      .join(', ');
    throw new RequestError([fault('PRODUCT_UNKNOWN', 'product.off', '', { products })]);
  }
}
