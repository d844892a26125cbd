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
import { getAppPage } from '#functions/platform/objects.ts';
import { readPhoto } from '#functions/platform/photos.ts';
import { env } from '#functions/platform/settings.ts';
import { drawCarCard, drawMailPicture, drawOwnCard, loadSharp } from './share-card.ts';
import { readSiteMap } from './site-map.ts';

/** The photo's key cannot be guessed: whoever has the address may see the picture, as they may see the photo itself. */
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

/** The hash of this file: a changed drawing gives other ETags. */
const drawnBy = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest();

/**
 * The ETag of a picture: a hash of everything it is drawn from; a photo's key is the hash of its bytes. Messengers and the
 * CDN ask again every ten minutes, and a picture they already have is not drawn again.
 */
const tagOf = (content: SharePicture | Language): string =>
  createHash('sha256').update(drawnBy).update(JSON.stringify(content)).digest('base64url').slice(0, 22);

async function drawCar(carId: string, picture: SharePicture): Promise<Uint8Array> {
  const photo = picture.photo && (await readPhoto(picture.photo));
  if (picture.photo && !photo) log.warn('a photo of the catalog is missing in its bucket', { carId });
  return drawCarCard(picture, photo || null);
}

// Bilfund's own picture never changes within a process.
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
    // A client that sends an ETag usually has the picture already.
    known ? null : loadSharp(),
  ]);
  const picture = car && sharePictureOf(car, language);
  const tag = tagOf(picture ?? language);
  if (hasTag(known, tag)) return new Unchanged(tag);
  return new Reply(await (picture ? drawCar(car.id, picture) : drawOwn(language)), { tag });
});

/** The sitemap as it was last written; until the first is written, only the pages that exist without cars. */
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

/** The app's page for an address that a visitor may know nothing of: the app shows the reason. */
export const closedPage = async (lang: string | undefined): Promise<string> =>
  fillShell(await getAppPage(), { language: readLanguage(lang), head: closedHeadTags(closedTitle) });

/** Used when even the app's page cannot be read: no scripts, only a link to the front page. */
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

/** Time reserved to answer with the page before the function's timeout. */
const marginMs = 1_500;

/** The handler's answer, or an error answer when it throws or takes too long. */
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
    log.failure('a page could not be rendered', error);
    return { statusCode: 500 };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * When the address of a page fails, answers with the app's page, which shows the error in the visitor's language; other
 * routes answer JSON. Requests that did not come through CloudFront (403) get no page.
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
    return contentResult(status, 'text/html', page, {
      'cache-control': 'no-store',
      // Missing where the handler gave no answer.
      'x-request-id': String(result.headers?.['x-request-id'] ?? event.requestContext.requestId),
    });
  };
}

async function openPage(car: Car, lang: string | undefined): Promise<string> {
  const language = readLanguage(lang);
  return fillShell(await getAppPage(), { language, head: carHead(car, language, env('PUBLIC_ORIGIN')) });
}

export const showCarPageRoute = withAppPage(
  endpoint('GET /car/{id}', async ({ params, query }) => {
    // Only its owner may know whether a private car exists: the page is the same for every such id.
    if (isPrivateCarId(params.id)) return closedPage(query.lang);
    const stored = await reachCar(params.id, null, anonymous);
    if (!stored) return new Reply(await closedPage(query.lang), { status: 404 });
    return isPublic(stored.car) ? openPage(stored.car, query.lang) : closedPage(query.lang);
  }),
);
