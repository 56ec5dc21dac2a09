import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { basketStream } from '../domain/basket.js';
import { approveBasket } from './approve-basket.js';

@HandlesCommand('ApproveBasket')
export class ApproveBasketHandler extends DecidesOn(basketStream, approveBasket) {}
