import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { paymentStream } from '../domain/payment.js';
import { changePayment } from './change-payment.js';

@HandlesCommand('ChangePayment')
export class ChangePaymentHandler extends DecidesOn(paymentStream, changePayment) {}
