import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** What a guard finds out about a request, for the guards after it and for the controller. */
export class RequestValue<Value> {
  private readonly values = new WeakMap<FastifyRequest, Value>();

  set(request: FastifyRequest, value: Value): void {
    this.values.set(request, value);
  }

  get(request: FastifyRequest): Value | undefined {
    return this.values.get(request);
  }

  /** The decorator of a controller's parameter that takes the value. */
  parameter(): () => ParameterDecorator {
    return createParamDecorator((_data: unknown, context: ExecutionContext) =>
      this.get(context.switchToHttp().getRequest<FastifyRequest>()),
    );
  }
}
