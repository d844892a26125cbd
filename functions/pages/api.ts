import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { anonymous, type Car, isPrivateCarId } from '#core/cars/car.ts';
import { isOwnPhoto, photoOfMailPicture } from '#core/cars/photos.ts';
import { Failure } from '#core/failure.ts';
import { carHead, isPublic, ownPicture, type SharePicture, sharePictureOf } from '#core/pages/car-page.ts';
import { closedHeadTags, fillShell } from '#core/pages/html.ts';
import { sitemap } from '#core/pages/site.ts';
import { type Language, readLanguage } from '#core/shared.ts';
import { findUntold, reachCar } from '#functions/cars/read-car.ts';
import { findCar } from '#functions/cars/store.ts';
import { endpoint } from '#functions/endpoint.ts';
import { contentResult, hasTag, Reply, Unchanged } from '#functions/platform/answers.ts';
import { log } from '#functions/platform/log.ts';
import { readPhoto } from '#functions/platform/objects.ts';
import { env } from '#functions/platform/settings.ts';
import { getAppPage } from './app-page.ts';
import { drawMailPicture } from './mail-picture.ts';
import { drawCarCard, drawOwnCard, loadSharp } from './share-card.ts';
import { readSiteMap } from './site-map.ts';

/** Whoever has the address has the photo's key, which nobody can guess: what lies there is shown, as the photo itself is. */
export const drawMailPictureRoute = endpoint('GET /picture/{folder}/{photo}', async ({ params }) => {
  const key = photoOfMailPicture(params.folder, params.photo);
  const photo = await readPhoto(key);
  if (!photo) throw new Failure(404, 'not_found', 'There is no such picture.');
  return new Reply(await drawMailPicture(photo), { isForOneReader: isOwnPhoto(key) });
});

async function findPublic(id: string): Promise<Car | null> {
  const stored = await findCar(id, null);
  return stored && isPublic(stored.car) ? stored.car : null;
}

/** The function as it is deployed: another way of drawing is another file. */
const drawnBy = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest();

/**
 * Names a picture by all that it is drawn of; a photo's key is the hash of its bytes. Messengers and the edge ask for a card
 * again every ten minutes: drawn is only what they have not.
 */
const tagOf = (content: SharePicture | Language): string =>
  createHash('sha256').update(drawnBy).update(JSON.stringify(content)).digest('base64url').slice(0, 22);

async function drawCar(carId: string, picture: SharePicture): Promise<Uint8Array> {
  const photo = picture.photo && (await readPhoto(picture.photo));
  if (picture.photo && !photo) log.warn('a photo of the catalog is not in its store', { carId });
  return drawCarCard(picture, photo || null);
}

// The product's own picture never changes while a function lives.
const own = new Map<Language, Promise<Uint8Array>>();

function drawOwn(language: Language): Promise<Uint8Array> {
  const drawn = own.get(language) ?? drawOwnCard(ownPicture(language));
  own.set(language, drawn);
  drawn.catch(() => own.delete(language));
  return drawn;
}

export const drawShareCardRoute = endpoint('GET /share/{id}', async ({ params, query }, _, { headers }) => {
  const language = readLanguage(query.lang);
  const known = headers['if-none-match'];
  const [car] = await Promise.all([
    isPrivateCarId(params.id) ? null : findUntold(params.id, () => findPublic(params.id)),
    // Who names a picture has it, as a rule.
    known ? null : loadSharp(),
  ]);
  const picture = car && sharePictureOf(car, language);
  const tag = tagOf(picture ?? language);
  if (hasTag(known, tag)) return new Unchanged(tag);
  return new Reply(await (picture ? drawCar(car.id, picture) : drawOwn(language)), { tag });
});

/** As it was written within the hour; until the first was, the pages that are there without any car. */
export const listSiteAddressesRoute = endpoint('GET /sitemap.xml', async ({ query }) => {
  const page = query.page === undefined ? null : Number(query.page);
  const origin = env('PUBLIC_ORIGIN');
  const written = await readSiteMap(page, origin);
  if (written !== null) return written;
  if (page !== null && page > 1) throw new Failure(404, 'not_found', 'There is no such page.');
  return sitemap([], origin).whole;
});

type Handler = (event: never, context: never) => Promise<APIGatewayProxyStructuredResultV2>;

const closedTitle = 'Bilfund';

/** The app's page for an address of which a visitor may know nothing: the app says what there is to say. */
export const closedPage = async (lang: string | undefined): Promise<string> =>
  fillShell(await getAppPage(), { language: readLanguage(lang), head: closedHeadTags(closedTitle) });

/** Where not even the app's page can be read: no script, no file of the app, the way to its front page. */
const plainPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${closedTitle}</title>
<h1>${closedTitle}</h1>
<p>This page cannot be shown right now. Load it again in a moment, or <a href="/">go to the front page</a>.</p>
<p lang="da">Siden kan ikke vises lige nu. Hent den igen om et øjeblik, eller <a href="/">gå til forsiden</a>.</p>
</html>
`;

/** What is left of a function's time when it gives up: enough to answer with the page. */
const marginMs = 1_500;

/** The handler's answer; a failure that it did not turn into one, and one that does not come in time, are answers too. */
async function answerOf(
  handler: Handler,
  event: unknown,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<APIGatewayProxyStructuredResultV2>((resolve) => {
    const leftMs = context?.getRemainingTimeInMillis?.();
    if (leftMs !== undefined) timer = setTimeout(() => resolve({ statusCode: 504 }), leftMs - marginMs);
  });
  try {
    return await Promise.race([handler(event as never, context as never), late]);
  } catch (error) {
    log.failure('a page was not made', error);
    return { statusCode: 500 };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Lets people who meet a failure at the address of a page, whichever it is, have the app, which says so in their language,
 * where other routes answer JSON. What did not come through CloudFront (403) gets no page.
 */
export function withAppPage(handler: unknown) {
  return async (
    event: APIGatewayProxyEventV2,
    context: Context,
  ): Promise<APIGatewayProxyStructuredResultV2> => {
    const result = await answerOf(handler as Handler, event, context);
    const status = result.statusCode ?? 500;
    if (
      status < 400 ||
      status === 403 ||
      result.headers?.['content-type']?.toString().startsWith('text/html')
    )
      return result;
    const page = await closedPage(event.queryStringParameters?.lang).catch((error: unknown) => {
      log.failure('the page of the app cannot be read', error);
      return plainPage;
    });
    return contentResult(status, 'text/html', page, { 'cache-control': 'no-store' });
  };
}

async function openPage(car: Car, lang: string | undefined): Promise<string> {
  const language = readLanguage(lang);
  return fillShell(await getAppPage(), { language, head: carHead(car, language, env('PUBLIC_ORIGIN')) });
}

export const showCarPageRoute = withAppPage(
  endpoint('GET /car/{id}', async ({ params, query }) => {
    // Whether a private car exists is its owner's to know: the page is the same for every such id.
    if (isPrivateCarId(params.id)) return closedPage(query.lang);
    const stored = await reachCar(params.id, null, anonymous);
    if (!stored) return new Reply(await closedPage(query.lang), { status: 404 });
    return isPublic(stored.car) ? openPage(stored.car, query.lang) : closedPage(query.lang);
  }),
);
