import { describeGoldens } from '@nordgate/decider/testing';
import { goldens } from './goldens.js';

describeGoldens('basket events', goldens);
