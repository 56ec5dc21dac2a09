import type { Attributes } from '@opentelemetry/api';

/** A known value of a gauge. */
export interface Reading {
  readonly value: number;
  readonly labels: Attributes;
}

/**
 * A gauge that is measured in the background. A value that is not known any more is forgotten, and the scrape
 * leaves it out; a gauge of OpenTelemetry would show its last value until the process ends.
 */
export class MeasuredGauge {
  private readonly values = new Map<string, Reading>();

  constructor(
    private readonly name: string,
    private readonly help: string,
  ) {}

  /** Sets the value of these labels. */
  record(value: number, labels: Attributes = {}): void {
    this.values.set(labelText(labels), { value, labels });
  }

  /** The value of these labels is not known any more. */
  forget(labels: Attributes = {}): void {
    this.values.delete(labelText(labels));
  }

  /** The values that are known now, with their labels. */
  get readings(): readonly Reading[] {
    return [...this.values.values()];
  }

  /** The gauge in the text format of Prometheus; empty while no value is known. */
  text(): string {
    if (this.values.size === 0) return '';
    const lines = [...this.values].map(
      ([labels, { value }]) => `${this.name}${labels} ${String(value)}\n`,
    );
    return `# HELP ${this.name} ${this.help}\n# TYPE ${this.name} gauge\n${lines.join('')}`;
  }
}

/** The labels in the order of their names: the same labels are the same series. */
function labelText(labels: Attributes): string {
  const parts = Object.entries(labels)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([label, value]) => `${label.replaceAll('.', '_')}="${escaped(String(value))}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
