import { podSecurityFaults } from './pod-security.js';
import { changed, container, pod, set } from './planting.js';

describe('the rule of pods', () => {
  it.each([
    ['the network of the host', set('Deployment sca', `${pod}/hostNetwork`, true), 'on the host'],
    [
      'a token',
      set('Job sca-migrate-0-2-0', `${pod}/automountServiceAccountToken`),
      'token of the API',
    ],
    [
      'variables of Services',
      set('Deployment sca', `${pod}/enableServiceLinks`),
      'variables of the Services',
    ],
    ['the default account', set('Deployment sca', `${pod}/serviceAccountName`), 'default account'],
    [
      'a writable root',
      set('Deployment sca', `${container}/securityContext/readOnlyRootFilesystem`),
      'write to its root',
    ],
    [
      'more privileges',
      set('Deployment sca', `${container}/securityContext/allowPrivilegeEscalation`),
      'more privileges',
    ],
    [
      'a privileged container',
      set('Deployment sca', `${container}/securityContext/privileged`, true),
      'is privileged',
    ],
    [
      'capabilities',
      set('Deployment sca', `${container}/securityContext/capabilities/drop`, []),
      'keeps capabilities',
    ],
    ['root', set('Deployment sca', `${pod}/securityContext/runAsNonRoot`), 'run as root'],
    [
      'another user',
      set('Deployment collector', `${container}/securityContext/runAsUser`, 1000),
      'not run as 65532',
    ],
    [
      'no seccomp profile',
      set('Deployment sca', `${pod}/securityContext/seccompProfile`),
      'seccomp',
    ],
    [
      'no request of CPU',
      set('Deployment sca', `${container}/resources/requests/cpu`),
      'requests no CPU',
    ],
    [
      'no limit of memory',
      set('Deployment sca', `${container}/resources/limits/memory`),
      'no limit of memory',
    ],
    [
      'a limit of CPU',
      set('Deployment sca', `${container}/resources/limits/cpu`, '1'),
      'a limit of CPU',
    ],
    [
      'a folder of the host',
      set('Deployment sca', `${pod}/volumes/0`, { name: 'tmp', hostPath: {} }),
      'another kind: tmp',
    ],
    [
      'a claim of another app',
      set('Deployment sca', `${pod}/volumes/0`, {
        name: 'tmp',
        persistentVolumeClaim: { claimName: 'gateway-tpp-register' },
      }),
      'a volume of another app: tmp',
    ],
    [
      'a volume without a limit',
      set('Deployment sca', `${pod}/volumes/0/emptyDir`, {}),
      'without a limit: tmp',
    ],
    [
      'a tag',
      set('Deployment sca', `${container}/image`, 'nordgate/sca:latest'),
      'is not named by digest',
    ],
  ])('reports %s', (_what, change, fault) => {
    expect(podSecurityFaults(changed(change)).join('\n')).toContain(fault);
  });
});
