import { describeGoldens } from '@nordgate/decider/testing';
import { goldens } from './goldens.js';

describeGoldens('the record of operations', goldens);
