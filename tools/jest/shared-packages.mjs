/** The global function of the test environment that returns a package of the worker. */
export const sharedPackage = Symbol.for('nordgate.shared-package');

/** The global list of what a test file shares with others of its worker. */
export const sharedNames = Symbol.for('nordgate.shared-names');

/** Packages that hundreds of test files import and that keep nothing about a test. */
export const sharedPackages = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/microservices',
  '@nestjs/platform-fastify',
  '@peculiar/asn1-ocsp',
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  '@peculiar/x509',
  '@simplewebauthn/server',
  '@simplewebauthn/server/helpers',
  'ajv',
  'ajv/dist/2020.js',
  'ajv-formats',
  'fast-check',
  'fastify',
  'jose',
  'kafkajs',
  'pg',
  'reflect-metadata',
  'rxjs',
  'ts-json-schema-generator',
  'typeorm',
  'typeorm/driver/postgres/PostgresDriver.js',
  'typescript',
  'undici',
];

/** Packages that register things globally: shared where the packages of the workspace that use them are shared, too. */
export const registeringPackages = [
  '@opentelemetry/api',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/core',
  '@opentelemetry/exporter-prometheus',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
  'class-transformer',
  'class-validator',
  'class-validator-jsonschema',
  'prom-client',
];
