import { preset } from '../../jest.preset.mjs';

export default { ...preset, displayName: 'verify-k8s' };
