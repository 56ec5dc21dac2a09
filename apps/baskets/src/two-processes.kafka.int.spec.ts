import { describeBasketRaces } from './testing/races/basket-races.fixture.js';
import { basketsOnKafka } from './testing/races/baskets-on-kafka.fixture.js';

describeBasketRaces('two processes of the service on one database and one broker', basketsOnKafka);
