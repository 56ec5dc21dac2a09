import { withPostgres } from '../../jest.preset.mjs';

export default { ...withPostgres, displayName: 'simulator' };
