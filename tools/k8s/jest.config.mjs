import { preset } from '../../jest.preset.mjs';

export default { ...preset, displayName: 'k8s' };
