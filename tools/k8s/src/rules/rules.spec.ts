import { Rendered } from '../rendered.js';
import { overlays } from '../sources.js';
import { availabilityFaults } from './availability.js';
import { capacityFaults, durabilityFaults } from './capacity.js';
import { connectionFaults } from './connections.js';
import { kafkaFaults } from './kafka.js';
import { sharedSecrets } from './mounts.js';
import { podSecurityFaults } from './pod-security.js';
import { settingsFaults } from './settings.js';

const rendered = new Map(overlays.map((overlay) => [overlay, Rendered.read(overlay)]));
const of = (overlay: (typeof overlays)[number]) => rendered.get(overlay) as Rendered;

describe.each(overlays)('the rendered overlay %s', (overlay) => {
  it('runs, replaces and ends every app without a gap', () => {
    expect(availabilityFaults(of(overlay))).toEqual([]);
  });

  it('has pods that pass the restricted standard, and more', () => {
    expect(podSecurityFaults(of(overlay))).toEqual([]);
  });

  it('sets only variables that the apps declare, and no secret', () => {
    expect(settingsFaults(of(overlay))).toEqual([]);
  });

  it('allows the connections of the architecture, and no other', () => {
    expect(connectionFaults(of(overlay))).toEqual([]);
  });

  it('has the topics and rights of the code, and no other', () => {
    expect(kafkaFaults(of(overlay))).toEqual([]);
  });

  it('has databases that take the connections of all replicas', () => {
    expect(capacityFaults(of(overlay))).toEqual([]);
  });

  it('keeps what the bank has acknowledged when a node is lost', () => {
    expect(durabilityFaults(of(overlay))).toEqual([]);
  });

  it('mounts no Secret of one app into another', () => {
    expect(sharedSecrets(of(overlay))).toEqual([]);
  });
});
