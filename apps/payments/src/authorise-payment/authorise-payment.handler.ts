import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { paymentStream } from '../domain/payment.js';
import { authorisePayment } from './authorise-payment.js';

@HandlesCommand('AuthorisePayment')
export class AuthorisePaymentHandler extends DecidesOn(paymentStream, authorisePayment) {}
