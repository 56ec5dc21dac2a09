/**
 * The release of the bank's software, as in its packages. Releases and versions of the interface are
 * counted apart (specification §9).
 */
export const RELEASE = '0.2.0';

/** The version of the interface document: it changes with the interface only (specification §9). */
export const INTERFACE_VERSION = '1.0.0';
