import { withOverlays } from '../../jest.preset.mjs';

export default { ...withOverlays, displayName: 'observability' };
