import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { paymentStream } from '../domain/payment.js';
import { signPayment } from './sign-payment.js';

@HandlesCommand('SignPayment')
export class SignPaymentHandler extends DecidesOn(paymentStream, signPayment) {}
