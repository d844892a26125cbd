import type { Car } from '#core/car/car.ts';
import { isPrivateCarId } from '#core/car/car-id.ts';
import { anonymous } from '#core/car/viewer.ts';
import { readLanguage } from '#core/language.ts';
import { carHead, isPublic } from '#core/page/car-page.ts';
import { fillShell } from '#core/page/shell.ts';
import { env } from '#functions/_runtime/env.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { reachCar } from '#functions/use-cases/cars/reach-car.ts';
import { getAppPage } from './app-page.ts';
import { closedPage, withAppPage } from './page-endpoint.ts';

async function openPage(car: Car, lang: string | undefined): Promise<string> {
  const language = readLanguage(lang);
  return fillShell(await getAppPage(), { language, head: carHead(car, language, env('PUBLIC_ORIGIN')) });
}

export const handler = withAppPage(
  endpoint('GET /car/{id}', async ({ params, query }) => {
    // Whether a private car exists is its owner's to know: the page is the same for every such id.
    if (isPrivateCarId(params.id)) return closedPage(query.lang);
    const stored = await reachCar(params.id, null, anonymous);
    if (!stored) return new Reply(await closedPage(query.lang), { status: 404 });
    return isPublic(stored.car) ? openPage(stored.car, query.lang) : closedPage(query.lang);
  }),
);
