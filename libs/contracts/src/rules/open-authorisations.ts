/**
 * The largest number of open authorisations of one payment, cancellation, basket or consent. A ruling of this
 * bank: the specification fixes none, and without a bound a TPP could keep any number of links open.
 */
export const openAuthorisationsMax = 20;
