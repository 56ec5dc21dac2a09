import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { basketStream } from '../domain/basket.js';
import { freezeBasket } from './freeze-basket.js';

@HandlesCommand('FreezeBasket')
export class FreezeBasketHandler extends DecidesOn(basketStream, freezeBasket) {}
