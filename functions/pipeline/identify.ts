import { identifyMessage } from '#core/contract/messages.ts';
import { queueHandler } from '#functions/_runtime/records.ts';
import { identifyCar } from '#functions/use-cases/imports/identify-car.ts';

export const handler = queueHandler(identifyMessage, identifyCar);
