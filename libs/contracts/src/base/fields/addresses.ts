import { isIP } from 'node:net';
import type { TextKey } from '../texts/en.js';
import type { FieldDecorator } from './field.js';
import { patternForm, TextIn } from './text-form.js';
import { WholeNumber } from './values.js';

/** The highest port of TCP. */
export const portMax = 65_535;

/** A TCP port as a number; 0 means any free port. */
export const Port = (): FieldDecorator => WholeNumber(0, portMax);

/** An IP address to listen on, without a port. */
export const IpAddress = (): FieldDecorator =>
  TextIn({
    accepts: (text) => isIP(text) !== 0,
    schema: { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
    rule: 'address.ip',
  });

/** An http address with or without a path. */
export const HttpAddress = (): FieldDecorator => matching(/^https?:\/\/\S+$/u, 'address.http');

const origin = String.raw`https?://[^\s/?#@,]+/?`;

/** An http address without a path. */
export const Origin = (): FieldDecorator => matching(whole(origin), 'address.origin');

/** Such addresses with commas between them. */
export const OriginList = (): FieldDecorator => matching(listOf(origin), 'address.origins');

/** An address of a mail server, with a user if it needs one, and without a password. */
export const SmtpAddress = (): FieldDecorator =>
  matching(/^smtps?:\/\/(?:[^\s/?#@:]+@)?[^\s/?#@:]+(?::\d{1,5})?\/?$/u, 'address.smtp');

/** An address of a PostgreSQL database. It may hold a password. */
export const postgresAddress = patternForm(/^postgres(?:ql)?:\/\/\S+$/u, 'address.postgres');

/** An address of a PostgreSQL database. It may hold a password. */
export const PostgresAddress = (): FieldDecorator => TextIn(postgresAddress);

/** A name of DNS without a port. Source: RFC 1123, 2.1. */
export const HostName = (): FieldDecorator =>
  matching(
    /^(?=.{1,253}$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/u,
    'address.hostName',
  );

const network = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-fA-F:.]*:[\da-fA-F:.]*)(?:/\d{1,3})?`;

/** IP addresses and networks (`10.0.0.0/8`), with commas between them. */
export const AddressList = (): FieldDecorator => matching(listOf(network), 'address.networks');

const broker = String.raw`(?:\[[\da-fA-F:]+\]|[\w.-]+):\d{1,5}`;

/** Kafka brokers, each as `host:port`, with commas between them. */
export const BrokerList = (): FieldDecorator => matching(listOf(broker), 'address.brokers');

const matching = (pattern: RegExp, rule: TextKey): FieldDecorator =>
  TextIn(patternForm(pattern, rule));

const whole = (one: string) => new RegExp(`^${one}$`, 'u');

const listOf = (one: string) => new RegExp(`^${one}(?:\\s*,\\s*${one})*$`, 'u');
