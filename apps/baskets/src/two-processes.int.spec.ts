import { describeBasketRaces } from './testing/races/basket-races.fixture.js';
import { forkedBaskets } from './testing/races/forked-baskets.fixture.js';

describeBasketRaces('two processes of the service on one database', forkedBaskets);
