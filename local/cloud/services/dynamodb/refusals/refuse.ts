import { ServiceError } from '../../../wire/service.ts';

/** @throws ServiceError the answer that DynamoDB gives to a request that it cannot take. */
export function refuse(message: string): never {
  throw new ServiceError('com.amazon.coral.validate#ValidationException', message);
}
