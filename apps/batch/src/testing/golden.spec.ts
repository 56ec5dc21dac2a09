import { describeGoldens } from '@nordgate/decider/testing';
import { goldens } from './goldens.js';

describeGoldens('batch events', goldens);
