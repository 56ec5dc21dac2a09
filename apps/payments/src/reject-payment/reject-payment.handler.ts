import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { paymentStream } from '../domain/payment.js';
import { rejectPayment } from './reject-payment.js';

@HandlesCommand('RejectPayment')
export class RejectPaymentHandler extends DecidesOn(paymentStream, rejectPayment) {}
