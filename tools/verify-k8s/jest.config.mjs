import { withOverlays } from '../../jest.preset.mjs';

export default { ...withOverlays, displayName: 'verify-k8s' };
