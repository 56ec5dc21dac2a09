import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { fold, upcast } from '@nordgate/decider';
import { paymentStream } from '../domain/payment.js';
import { aPayment } from './a-payment.js';

/** A stored event as some release wrote it, the goldens before it, and the state that they fold to. */
interface Golden {
  readonly stored: {
    readonly type: string;
    readonly schemaVersion: number;
    readonly data: unknown;
  };
  readonly after: readonly string[];
  readonly state: unknown;
}

const folder = join(import.meta.dirname, 'golden');
const golden = (name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Golden;
const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

const declared = Object.entries(paymentStream.events).flatMap(([type, { version }]) =>
  Array.from({ length: version }, (_, older) => `${type}.v${String(older + 1)}`),
);
const today = (name: string) => upcast(paymentStream, golden(name).stored) as PaymentEvent;

describe('the golden files of payment events', () => {
  it('are one per type and version that was ever stored', () => {
    expect(names.sort()).toEqual([...declared].sort());
  });

  it.each(declared)('%s says in itself what it is', (name) => {
    const { type, schemaVersion } = golden(name).stored;
    expect(`${type}.v${String(schemaVersion)}`).toBe(name);
  });

  it.each(declared)('%s still folds to the state it always had', (name) => {
    const { after, state } = golden(name);
    expect(fold(paymentStream, [...after, name].map(today))).toEqual(state);
  });

  it.each(Object.entries(paymentStream.events))(
    '%s has today the form that its deciders write',
    (type, { version }) => {
      const { initiated, changed, signed, authorised, progressed, rejected, cancelled } =
        aPayment();
      const executed = progressed({ status: 'ACCP', fundsAvailable: true });
      const approved = [...changed(), ...signed(), ...authorised(), ...executed];
      const written = [...initiated(), ...approved, ...rejected(), ...cancelled()];
      const { data } = golden(`${type}.v${String(version)}`).stored;
      expect(data).toEqual(written.find((event) => event.type === type)?.data);
    },
  );
});
