import { createHash } from 'node:crypto';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Keyed = { pk?: string; sk?: string; carId?: string; listingId?: string };
type Input = {
  Key?: Keyed;
  Item?: Keyed;
  TransactItems?: { Put?: { Item?: Keyed }; Update?: { Key?: Keyed }; Delete?: { Key?: Keyed } }[];
};

// Their keys are drawn anew in every run: what happens to them could not be repeated.
const isDrawn = ({ sk = '' }: Keyed) => /^(NOTE|PENDING|OUTGOING)#/.test(sk);

/** Ids of cars are drawn too, but each stands for an ad, whose pointer to it is written before anything else of the car. */
function learnCars(cars: Map<string, string>, input: Input): void {
  for (const { Put } of input.TransactItems ?? [])
    if (Put?.Item?.carId && Put.Item.listingId) cars.set(Put.Item.carId, `of-${Put.Item.listingId}`);
}

function keysOf(input: Input): Keyed[] {
  const items = input.TransactItems?.map((one) => one.Put?.Item ?? one.Update?.Key ?? one.Delete?.Key);
  return (items ?? [input.Key ?? input.Item]).filter((key): key is Keyed => key !== undefined);
}

/**
 * The table refuses a share of the writes. Which ones follows from the seed, the item and how often it was written, not
 * from the order in which parallel work happens to arrive.
 */
export function installThrottles(seed: number, share: number) {
  const writes = new Map<string, number>();
  const cars = new Map<string, string>();
  const named = (key = '') =>
    key
      .split('#')
      .map((part) => cars.get(part) ?? part)
      .join('#');
  const { send } = DynamoDBDocumentClient.prototype;
  let isOn = false;
  let count = 0;

  function isThrottled(name: string, input: Input): boolean {
    if (!/^(Put|Update|TransactWrite)Command$/.test(name)) return false;
    const fixed = keysOf(input).filter((key) => !isDrawn(key));
    if (fixed.length === 0) return false;
    const id = `${name} ${fixed.map(({ pk, sk }) => `${named(pk)}/${named(sk)}`).join(' ')}`;
    const nth = (writes.get(id) ?? 0) + 1;
    writes.set(id, nth);
    const draw = createHash('sha256').update(`${seed} ${id} ${nth}`).digest().readUInt32BE() / 2 ** 32;
    return draw < share;
  }

  const throttled = function (
    this: DynamoDBDocumentClient,
    command: { constructor: { name: string }; input: Input },
  ) {
    learnCars(cars, command.input);
    if (isOn && isThrottled(command.constructor.name, command.input)) {
      count++;
      const error = Object.assign(new Error('staged: the table refuses'), {
        name: 'ProvisionedThroughputExceededException',
      });
      return Promise.reject(error);
    }
    return (send as (...all: unknown[]) => Promise<unknown>).call(this, command);
  };
  DynamoDBDocumentClient.prototype.send = throttled as never;
  return {
    count: () => count,
    async during<T>(work: () => Promise<T>): Promise<T> {
      isOn = true;
      try {
        return await work();
      } finally {
        isOn = false;
      }
    },
    uninstall(): void {
      DynamoDBDocumentClient.prototype.send = send;
    },
  };
}
