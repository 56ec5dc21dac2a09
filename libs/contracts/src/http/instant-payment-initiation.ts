import { SinglePaymentInitiation } from './single-payment-initiation.js';

/** Body of an instant payment within Norway: that of a single one, in kroner and for today. */
export class InstantPaymentInitiation extends SinglePaymentInitiation {}
