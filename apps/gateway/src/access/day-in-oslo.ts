export { dayInOslo } from '@nordgate/contracts/rules';
