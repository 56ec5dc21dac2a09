import type { RequestLimits } from './request-limits.hook.js';

/** The rooms for bodies in memory (RequestLimits). */
export type BodyBudgetLimits = Pick<
  RequestLimits,
  | 'bodyBytesMax'
  | 'heldBytesMax'
  | 'heldBytesPerTppMax'
  | 'reservedBytesMax'
  | 'reservedBytesPerTppMax'
>;

/**
 * Bounds the sum of the bodies that requests of verified TPPs hold, and the share of each TPP. A part of it
 * is reserved for bodies of the usual size: large ones, and TPPs that fill the rest, leave it free.
 */
export class BodyBudget {
  private readonly usual: Room;
  private readonly reserved: Room;

  constructor(private readonly limits: BodyBudgetLimits) {
    const { heldBytesMax, heldBytesPerTppMax, reservedBytesMax, reservedBytesPerTppMax } = limits;
    this.usual = new Room(heldBytesMax - reservedBytesMax, heldBytesPerTppMax);
    this.reserved = new Room(reservedBytesMax, reservedBytesPerTppMax);
  }

  /** Reserves room for a body. Returns what gives it back; undefined, with nothing reserved, without room. */
  reserve(tpp: string, bytes: number): (() => void) | undefined {
    const rooms = bytes > this.limits.bodyBytesMax ? [this.usual] : [this.usual, this.reserved];
    const room = rooms.find((one) => one.take(tpp, bytes));
    return room === undefined ? undefined : () => room.release(tpp, bytes);
  }
}

class Room {
  private bytes = 0;
  private readonly bytesOf = new Map<string, number>();

  constructor(
    private readonly bytesMax: number,
    private readonly bytesPerTppMax: number,
  ) {}

  take(tpp: string, bytes: number): boolean {
    const held = this.bytesOf.get(tpp) ?? 0;
    if (this.bytes + bytes > this.bytesMax || held + bytes > this.bytesPerTppMax) return false;
    this.bytes += bytes;
    this.bytesOf.set(tpp, held + bytes);
    return true;
  }

  release(tpp: string, bytes: number): void {
    const held = (this.bytesOf.get(tpp) ?? 0) - bytes;
    this.bytes -= bytes;
    if (held > 0) this.bytesOf.set(tpp, held);
    else this.bytesOf.delete(tpp);
  }
}
