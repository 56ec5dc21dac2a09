import { specsOf, withOverlays } from '../jest.preset.mjs';

/** The specs of this folder, and of tools that are no workspace. */
const own = ['<rootDir>', '<rootDir>/image'].flatMap((folder) => specsOf(folder, ''));

export default { ...withOverlays, displayName: 'tools', testMatch: own };
