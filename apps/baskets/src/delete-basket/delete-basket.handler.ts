import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { basketStream } from '../domain/basket.js';
import { deleteBasket } from './delete-basket.js';

@HandlesCommand('DeleteBasket')
export class DeleteBasketHandler extends DecidesOn(basketStream, deleteBasket) {}
