import { preset, specsOf } from '../jest.preset.mjs';

export default { ...preset, displayName: 'tools', testMatch: specsOf('<rootDir>', '') };
