/** A message that no retry can make readable: it is parked before any SQL. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}
