import { unsubscribePaths } from '#core/alerts/mail.ts';
import { staticPages } from '#core/pages/site.ts';

/** The request header in which a handler finds the visitor's address; believed only together with the origin secret. */
export const clientAddressHeader = 'x-client-address';

/** The app's own page, which every address of the app starts from. */
export const appPage = 'index.html';

/** Where the pages lie that are there before the app runs: "pages/faq.da.html". */
export const prerenderedPrefix = 'pages/';

/** "/?view=faq" → "faq"; a page that no query chooses by its path alone. */
const pageNames = Object.fromEntries(staticPages.map(({ name, path }) => [path, name]));

/**
 * Addresses of the app are not files: what has no dot in its last part is the page of that address where there is one,
 * in the language it asks for, else the app's own. A query that means something to the app alone gets the app's own too.
 */
export const appPathRewrite = `
var names = ${JSON.stringify(pageNames)};
function handler(event) {
  var request = event.request;
  var last = request.uri.substring(request.uri.lastIndexOf('/') + 1);
  if (last.indexOf('.') !== -1) return request;
  var query = request.querystring;
  var lang = query.lang && query.lang.value === 'da' ? 'da' : 'en';
  var view = request.uri === '/' && query.view ? '?view=' + query.view.value : '';
  var others = Object.keys(query).filter(function (key) {
    return key !== 'lang' && key !== 'view';
  });
  var address = request.uri + view;
  var isPage = others.length === 0 && Object.prototype.hasOwnProperty.call(names, address);
  request.uri = isPage ? '/${prerenderedPrefix}' + names[address] + '.' + lang + '.html' : '/${appPage}';
  return request;
}
`.trim();

/**
 * Overwrites whatever a visitor claims about the own address. A mail's List-Unsubscribe address is one for machines, which
 * post to it; a program that opens it for its reader instead is led to the page that asks and does the same.
 */
export const apiRequest = `
function handler(event) {
  var request = event.request;
  if (request.method === 'GET' && request.uri === '${unsubscribePaths.route}') {
    var token = request.querystring.token ? request.querystring.token.value : '';
    var location = '${unsubscribePaths.page}?token=' + token.replace(/[^\\w.-]/g, '');
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: location } } };
  }
  request.headers['${clientAddressHeader}'] = { value: event.viewer.ip };
  return request;
}
`.trim();

/**
 * Pages and pictures for everybody are kept by their address: of a query only what changes the answer is left, so that
 * made-up words cannot have the same thing drawn or read again. A page number that cannot be is always the same one, which
 * the API refuses. The address is for counting and no part of what is kept.
 */
export const pageRequest = `
function handler(event) {
  var request = event.request;
  var asked = request.querystring;
  var kept = {};
  if (request.uri === '/sitemap.xml') {
    if (asked.page) kept.page = { value: /^[1-9][0-9]{0,3}$/.test(asked.page.value) ? asked.page.value : '0' };
  } else if (asked.lang && asked.lang.value === 'da') kept.lang = { value: 'da' };
  request.querystring = kept;
  request.headers['${clientAddressHeader}'] = { value: event.viewer.ip };
  return request;
}
`.trim();
