import { preset, specsBelow } from '../jest.preset.mjs';

export default { ...preset, displayName: 'tools', testMatch: specsBelow('<rootDir>') };
