import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { readLanguage } from '#core/language.ts';
import { closedHeadTags } from '#core/page/page-head.ts';
import { fillShell } from '#core/page/shell.ts';
import { log } from '#functions/_runtime/log.ts';
import { contentResult } from '#functions/_runtime/reply.ts';
import { getAppPage } from './app-page.ts';

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
