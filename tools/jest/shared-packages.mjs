/** The global function of the test environment that returns a package of the worker. */
export const sharedPackage = Symbol.for('nordgate.shared-package');

/**
 * Packages that hundreds of test files import and that keep nothing about a test. OpenTelemetry and
 * class-validator register things globally, so each test file loads its own.
 */
export const sharedPackages = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/microservices',
  '@nestjs/platform-fastify',
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  '@peculiar/x509',
  '@simplewebauthn/server',
  '@simplewebauthn/server/helpers',
  'ajv',
  'ajv/dist/2020.js',
  'ajv-formats',
  'fastify',
  'jose',
  'kafkajs',
  'pg',
  'reflect-metadata',
  'rxjs',
  'typeorm',
  'typeorm/driver/postgres/PostgresDriver.js',
  'undici',
];
