import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { paymentStream } from '../domain/payment.js';
import { progressPayment } from './progress-payment.js';

@HandlesCommand('ProgressPayment')
export class ProgressPaymentHandler extends DecidesOn(paymentStream, progressPayment) {}
