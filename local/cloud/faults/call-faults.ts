import { xmlError } from '../services/objects/object-xml.ts';
import { jsonError } from '../wire/json-protocol.ts';
import { ServiceError, type WireRequest, type WireResponse } from '../wire/service.ts';
import type { CallFault } from './fault-plan.ts';

const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'];

function throttle(service: string): ServiceError {
  if (service === 'dynamodb') {
    const text = 'The level of configured provisioned throughput for the table was exceeded.';
    return new ServiceError('ProvisionedThroughputExceededException', text);
  }
  if (service === 's3') return new ServiceError('SlowDown', 'Please reduce your request rate.', 503);
  return new ServiceError('ThrottlingException', 'Rate exceeded');
}

function conflict(operation: string, request: WireRequest): ServiceError | undefined {
  if (!writes.includes(operation)) return undefined;
  if (operation !== 'TransactWriteItems') {
    return new ServiceError('TransactionConflictException', 'Transaction is ongoing for the item');
  }
  const items = (JSON.parse(request.body.toString('utf8')) as { TransactItems: unknown[] }).TransactItems;
  const CancellationReasons = items.map((_, index) =>
    index === 0
      ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
      : { Code: 'None' },
  );
  const codes = CancellationReasons.map((reason) => reason.Code).join(', ');
  const text = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new ServiceError('TransactionCanceledException', text, 400, { CancellationReasons });
}

/** The answer that an injected fault gives instead of the service; undefined when it does not concern this call. */
export function answerFault(
  fault: CallFault,
  service: string,
  operation: string,
  request: WireRequest,
): WireResponse | undefined {
  const error =
    fault.kind === 'throttle'
      ? throttle(service)
      : fault.kind === 'error'
        ? new ServiceError('InternalServerError', 'Injected fault.', 500)
        : conflict(operation, request);
  if (!error) return undefined;
  return service === 's3' ? xmlError(error, request.path) : jsonError(error);
}
