import { describeGoldens } from '@nordgate/decider/testing';
import { goldens } from './goldens.js';

describeGoldens('account events', goldens);
