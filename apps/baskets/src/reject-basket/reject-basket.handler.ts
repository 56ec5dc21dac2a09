import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { basketStream } from '../domain/basket.js';
import { rejectBasket } from './reject-basket.js';

@HandlesCommand('RejectBasket')
export class RejectBasketHandler extends DecidesOn(basketStream, rejectBasket) {}
