import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { basketStream } from '../domain/basket.js';
import { signBasket } from './sign-basket.js';

@HandlesCommand('SignBasket')
export class SignBasketHandler extends DecidesOn(basketStream, signBasket) {}
