import { amountOf } from '../checker/money.js';

/** Every payment has an amount of its own, so that none can stand in for another in a sum. */
export class Amounts {
  private last = 100;

  next(): string {
    this.last += 1;
    return amountOf(this.last);
  }
}
