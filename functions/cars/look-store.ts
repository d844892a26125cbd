import { type CarTraits, mostDrivenKm, roundingKm } from '#core/cars/same-car.ts';
import { lookMileage, lookPartition, pictureKey } from '#functions/platform/keys.ts';
import { getItems, pageAll, putItem, transact, update } from '#functions/platform/table.ts';

/** Where cars are looked for that may be one with another by their photos: a pointer each, and the car itself decides. */
type Look = Pick<CarTraits, 'make' | 'model' | 'year' | 'mileageKm' | 'photoHashes'>;

/** Seen again it is written again; a car that nobody has seen for so long is no repost. */
const keptSeconds = 180 * 86_400;
/** Of one model and year in some thousand kilometres: more would be read for nothing. */
const mostPerYear = 60;
/** Years that may be meant of one car. */
const years = [-1, 0, 1];

type Findable = { make: string; model: string; year: number; mileageKm: number };

export function isFindable(look: Look): look is Look & Findable {
  const { make, model, year, mileageKm, photoHashes } = look;
  return make !== null && model !== null && year !== null && mileageKm !== null && photoHashes.length > 0;
}

/** Lets the car be found by its looks. Once a mileage changes, the old pointer leads to it until it ends by itself. */
export async function rememberLooks(carId: string, look: Look & Findable, nowMs: number): Promise<void> {
  await putItem({
    pk: lookPartition(look.make, look.model, look.year),
    sk: `${lookMileage(look.mileageKm)}#${carId}`,
    kind: 'LOOK',
    carId,
    ttl: Math.floor(nowMs / 1000) + keptSeconds,
  });
}

/** Cars of the same make, model and about the same year and mileage. */
export async function findLooks(carId: string, look: Look & Findable): Promise<string[]> {
  const reach = mostDrivenKm + roundingKm;
  const found = await Promise.all(
    years.map((apart) =>
      pageAll(
        {
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': lookPartition(look.make, look.model, look.year + apart),
            ':from': lookMileage(look.mileageKm - reach),
            ':to': `${lookMileage(look.mileageKm + reach)}~`,
          },
          ConsistentRead: true,
          Limit: mostPerYear,
        },
        1,
      ),
    ),
  );
  return [...new Set(found.flat().map((item) => String(item.carId)))].filter((id) => id !== carId);
}

/** So many cars beside the two that are compared, and a picture is everybody's. */
const commonFrom = 3;
const pictureKeptSeconds = 365 * 86_400;

/** The cars that are known to show each of these pictures. */
export async function readPictures(hashes: readonly string[]): Promise<Map<string, ReadonlySet<string>>> {
  const items = await getItems([...new Set(hashes)].map(pictureKey));
  return new Map(items.map((item) => [String(item.hash), new Set(item.carIds as Set<string>)]));
}

/** Whether a picture is shown by so many other cars that it says nothing of these. */
export const isCommonPicture = (
  pictures: ReadonlyMap<string, ReadonlySet<string>>,
  hash: string,
  but: readonly string[],
): boolean => [...(pictures.get(hash) ?? [])].filter((id) => !but.includes(id)).length >= commonFrom;

/** Notes that a car shows these pictures. Of one that is everybody's no more is noted. */
export async function rememberPictures(
  carId: string,
  hashes: readonly string[],
  known: ReadonlyMap<string, ReadonlySet<string>>,
  nowMs: number,
): Promise<void> {
  const news = [...new Set(hashes)].filter((hash) => {
    const carIds = known.get(hash);
    return !carIds || (!carIds.has(carId) && carIds.size < commonFrom + 2);
  });
  if (news.length === 0) return;
  await transact(
    news.map((hash) =>
      update(pictureKey(hash), {
        UpdateExpression: 'SET kind = :kind, #hash = :hash, #ttl = :ttl ADD carIds :car',
        ExpressionAttributeNames: { '#hash': 'hash', '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':kind': 'PICTURE',
          ':hash': hash,
          ':ttl': Math.floor(nowMs / 1000) + pictureKeptSeconds,
          ':car': new Set([carId]),
        },
      }),
    ),
  );
}
