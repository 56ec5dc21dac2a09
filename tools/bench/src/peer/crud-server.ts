import 'reflect-metadata';
import { createHash, createVerify, randomUUID, X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Inject,
  Module,
  NotFoundException,
  Param,
  Post,
  Req,
  ValidationPipe,
} from '@nestjs/common';
import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource, EntitySchema } from 'typeorm';
import { PaymentBody } from './payment-body.js';

interface PaymentRow {
  readonly id: string;
  readonly requestId: string;
  readonly status: string;
  readonly data: object;
  readonly createdAt?: Date;
}

const rows = new EntitySchema<PaymentRow>({
  name: 'payment',
  tableName: 'peer_payment',
  columns: {
    id: { type: 'uuid', primary: true },
    requestId: { type: 'uuid' },
    status: { type: 'text' },
    data: { type: 'jsonb' },
    createdAt: { type: 'timestamptz', createDate: true },
  },
  indices: [{ columns: ['requestId'], unique: false }],
});

const base = '/v1/payments/sepa-credit-transfers';
const [, , url = ''] = process.argv;
const source = new DataSource({
  type: 'postgres',
  url,
  entities: [rows],
  synchronize: true,
  poolSize: 20,
  extra: { idleTimeoutMillis: 0 },
});

class PaymentsService {
  private readonly repository = source.getRepository(rows);

  create(data: PaymentBody, requestId: string): Promise<PaymentRow> {
    return this.repository.save({ id: randomUUID(), requestId, status: 'RCVD', data });
  }

  async status(id: string): Promise<string> {
    const payment = await this.repository.findOneBy({ id });
    if (payment === null) throw new NotFoundException();
    return payment.status;
  }
}

/** A request with the bytes of its body. */
type RawRequest = IncomingMessage & { readonly rawBody?: Buffer; readonly originalUrl: string };

@Controller(base)
class PaymentsController {
  constructor(@Inject(PaymentsService) private readonly service: PaymentsService) {}

  @Post()
  @HttpCode(201)
  async create(@Body() body: PaymentBody, @Req() { headers }: IncomingMessage): Promise<object> {
    const { id, status } = await this.service.create(body, String(headers['x-request-id']));
    return {
      transactionStatus: status,
      paymentId: id,
      _links: {
        scaRedirect: { href: `https://bank.example/sca/${id}` },
        self: { href: `${base}/${id}` },
        status: { href: `${base}/${id}/status` },
      },
    };
  }

  @Get(':id/status')
  async status(@Param('id') id: string): Promise<object> {
    return { transactionStatus: await this.service.status(id) };
  }
}

function checkSignature(request: RawRequest, answer: ServerResponse, next: () => void): void {
  if (isSigned(request)) return next();
  const tppMessages = [{ category: 'ERROR', code: 'SIGNATURE_INVALID' }];
  answer.writeHead(401, { 'content-type': 'application/json' });
  answer.end(JSON.stringify({ tppMessages }));
}

function isSigned({ method = '', headers, rawBody = Buffer.alloc(0), originalUrl }: RawRequest) {
  try {
    const digest = `SHA-256=${createHash('sha256').update(rawBody).digest('base64')}`;
    if (method === 'POST' && headers['digest'] !== digest) return false;
    const parts = new Map<string, string>();
    for (const [, name = '', value = ''] of String(headers['signature']).matchAll(
      /(\w+)="([^"]*)"/g,
    )) {
      parts.set(name, value);
    }
    const valueOf = (name: string) =>
      name === '(request-target)'
        ? `${method.toLowerCase()} ${originalUrl}`
        : String(headers[name]);
    const names = (parts.get('headers') ?? '').split(' ');
    const text = names.map((name) => `${name}: ${valueOf(name)}`).join('\n');
    const der = Buffer.from(String(headers['tpp-signature-certificate']), 'base64');
    const { publicKey } = new X509Certificate(der);
    const check = createVerify('RSA-SHA256').update(text);
    return check.verify(publicKey, parts.get('signature') ?? '', 'base64');
  } catch {
    return false;
  }
}

@Module({ controllers: [PaymentsController], providers: [PaymentsService] })
class PeerModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(checkSignature).forRoutes(PaymentsController);
  }
}

/**
 * The peer of the bench, as a process: what a usual team writes. Nest on Express, class-validator, TypeORM, a row
 * per payment, the signature checked in middleware, no events. `node crud-server.js <database url>`.
 */
async function main(): Promise<void> {
  await source.initialize();
  const settings = { logger: false, rawBody: true } as const;
  const app = await NestFactory.create<NestExpressApplication>(PeerModule, settings);
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
  await app.listen(0, '127.0.0.1');
  process.once('disconnect', () => process.exit(0));
  process.send?.({ url: await app.getUrl() });
}

await main();
