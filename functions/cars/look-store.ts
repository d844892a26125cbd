import { type CarTraits, mostDrivenKm, roundingKm } from '#core/cars/same-car.ts';
import { lookMileage, lookPartition, pictureKey } from '#functions/platform/keys.ts';
import { getItems, pageAll, putItem, transact, update } from '#functions/platform/table.ts';

/** An index for finding cars with the same photos: one pointer item per car; the car itself decides. */
type Look = Pick<CarTraits, 'make' | 'model' | 'year' | 'mileageKm' | 'photoHashes'>;

/** Rewritten whenever the car is seen; a car not seen for this long cannot be a repost. */
const keptSeconds = 180 * 86_400;
/** Most cars read per model, year and range of a few thousand kilometres. */
const mostPerYear = 60;
/** Sellers may give a year that is off by one. */
const years = [-1, 0, 1];

type Findable = { make: string; model: string; year: number; mileageKm: number };

export function isFindable(look: Look): look is Look & Findable {
  const { make, model, year, mileageKm, photoHashes } = look;
  return make !== null && model !== null && year !== null && mileageKm !== null && photoHashes.length > 0;
}

/** Adds or renews the car's pointer. When its mileage changes, the old pointer remains until its TTL. */
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

/** A picture shown by this many cars beside the two compared is a common one, such as a dealer's banner. */
const commonFrom = 3;
const pictureKeptSeconds = 365 * 86_400;

/** The cars known to show each of these pictures. */
export async function readPictures(hashes: readonly string[]): Promise<Map<string, ReadonlySet<string>>> {
  const items = await getItems([...new Set(hashes)].map(pictureKey));
  return new Map(items.map((item) => [String(item.hash), new Set(item.carIds as Set<string>)]));
}

/** Whether so many other cars show a picture that it identifies none. */
export const isCommonPicture = (
  pictures: ReadonlyMap<string, ReadonlySet<string>>,
  hash: string,
  but: readonly string[],
): boolean => [...(pictures.get(hash) ?? [])].filter((id) => !but.includes(id)).length >= commonFrom;

/** Adds a car to the cars that show these pictures. Common pictures get no more entries. */
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
        set: { kind: 'PICTURE', hash, ttl: Math.floor(nowMs / 1000) + pictureKeptSeconds },
        add: { carIds: new Set([carId]) },
      }),
    ),
  );
}
