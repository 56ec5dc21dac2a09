const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The counts of one pass over a JSON text. */
export interface JsonScan {
  /** Strings followed by a colon: members as written, repeated names included. */
  readonly memberCount: number;
  /** The same of the object that has most. */
  readonly objectMembersMax: number;
  readonly depthMax: number;
}

/**
 * Counts members and nesting of a JSON text in one linear pass. The text may be malformed: the parser
 * that runs afterwards decides that.
 */
export function scanJson(text: string): JsonScan {
  let memberCount = 0;
  let objectMembersMax = 0;
  let depth = 0;
  let depthMax = 0;
  /** The members so far of the open object of each depth. */
  const open = [0];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === quote) {
      index = closingQuote(text, index);
      if (!colonFollows(text, index + 1)) continue;
      memberCount += 1;
      const members = (open[depth] ?? 0) + 1;
      open[depth] = members;
      if (members > objectMembersMax) objectMembersMax = members;
    } else if (unit === openBrace || unit === openBracket) {
      depth += 1;
      open[depth] = 0;
      if (depth > depthMax) depthMax = depth;
    } else if (unit === closeBrace || unit === closeBracket) {
      depth -= 1;
    }
  }
  return { memberCount, objectMembersMax, depthMax };
}

function closingQuote(text: string, openingQuote: number): number {
  for (let index = openingQuote + 1; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === quote) return index;
    if (unit === backslash) index += 1;
  }
  return text.length;
}

function colonFollows(text: string, from: number): boolean {
  for (let index = from; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === colon) return true;
    // Space, tab, line feed and carriage return: the white space of RFC 8259 §2.
    if (unit !== 0x20 && unit !== 0x09 && unit !== 0x0a && unit !== 0x0d) return false;
  }
  return false;
}

/** Counts the members of a parsed value at every depth. The text has more members if a name repeats. */
export function memberCountOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) {
    return value.reduce<number>((count, element) => count + memberCountOf(element), 0);
  }
  const members: unknown[] = Object.values(value);
  return members.reduce<number>((count, member) => count + memberCountOf(member), members.length);
}
