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

/**
 * Lets people who meet a failure at the address of a page have the app, which says so in their language, where other
 * routes answer JSON. What did not come through CloudFront (403) gets no page.
 */
export function withAppPage(handler: unknown) {
  return async (
    event: APIGatewayProxyEventV2,
    context: Context,
  ): Promise<APIGatewayProxyStructuredResultV2> => {
    const result = await (handler as Handler)(event as never, context as never);
    const status = result.statusCode ?? 500;
    if (
      status < 400 ||
      status === 403 ||
      result.headers?.['content-type']?.toString().startsWith('text/html')
    )
      return result;
    try {
      const page = await closedPage(event.queryStringParameters?.lang);
      return contentResult(status, 'text/html', page, { 'cache-control': 'no-store' });
    } catch (error) {
      log.failure('the page of the app cannot be read', error);
      return result;
    }
  };
}
