import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { paymentStream } from '../domain/payment.js';
import { cancelPayment } from './cancel-payment.js';

@HandlesCommand('CancelPayment')
export class CancelPaymentHandler extends DecidesOn(paymentStream, cancelPayment) {}
