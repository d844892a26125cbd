import { rateMessage } from '#core/contract/messages.ts';
import { queueHandler } from '#functions/_runtime/records.ts';
import { rateAndStoreCar } from '#functions/use-cases/imports/rate-and-store-car.ts';

export const handler = queueHandler(rateMessage, rateAndStoreCar);
