/** How the names of specs end that are about the server itself: its roles, processes, plans, counters and files. */
const aboutTheServer = [
  'reads the URL for each new connection, so that a new password needs no restart',
  'drops its database after the last session has ended',
  'reads through the index, whatever the size of the table',
  'reads as many database pages for new events, however many old events there are',
  'looks streams up by index even when its plan was made on empty tables',
  'is a number of bytes',
  'replaces what a broken off build has left',
];

const { it } = globalThis;
const isAboutTheServer = (name) => aboutTheServer.some((end) => name.endsWith(end));
/** The model leaves these specs out. */
const skipping = (name, ...rest) => (isAboutTheServer(name) ? it.skip : it)(name, ...rest);
globalThis.it = Object.assign(skipping, it);
