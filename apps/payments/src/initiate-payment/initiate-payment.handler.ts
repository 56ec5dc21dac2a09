import { DecidesOn, HandlesFoundingCommand } from '@nordgate/messaging';
import { paymentStream } from '../domain/payment.js';
import { initiatePayment, paymentReceipt } from './initiate-payment.js';

@HandlesFoundingCommand('InitiatePayment')
export class InitiatePaymentHandler extends DecidesOn(
  paymentStream,
  initiatePayment,
  paymentReceipt,
) {}
