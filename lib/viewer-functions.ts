import { unsubscribePaths } from '#core/alerts/mail.ts';
import { staticPages } from '#core/pages/site.ts';

/** The request header with the visitor's address; trusted only together with the origin secret. */
export const clientAddressHeader = 'x-client-address';

/** The app's own page, for every address of the app. */
export const appPage = 'index.html';

/** Prefix of prerendered pages: "pages/faq.da.html". */
export const prerenderedPrefix = 'pages/';

/** "/?view=faq" → "faq"; other pages are chosen by their path. */
const pageNames = Object.fromEntries(staticPages.map(({ name, path }) => [path, name]));

/**
 * Rewrites paths of the app, which are not files: a path without a dot in its last part gets its prerendered page in the
 * requested language if there is one, else the app's page. So does a query that only the app understands. Nothing is under
 * /.well-known/: programs that look there, such as assistants for an authorization server, must not get a page.
 */
export const appPathRewrite = `
var names = ${JSON.stringify(pageNames)};
function handler(event) {
  var request = event.request;
  var last = request.uri.substring(request.uri.lastIndexOf('/') + 1);
  if (last.indexOf('.') !== -1 || request.uri.indexOf('/.well-known/') === 0) return request;
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
 * Overwrites the client address header, whatever a visitor sends. A mail's List-Unsubscribe address is for POST requests of
 * mail servers; a program that opens it for its reader is redirected to the page that asks first.
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
 * Public pages and pictures are cached by their address: a query keeps only what changes the answer, so that random
 * parameters cannot cause repeated work. All invalid page numbers become the same one, which the API refuses. The client
 * address is used for rate limits and is not part of the cache key.
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

/** The same function, which first sends visitors of `www.<name>` to the name itself, where sessions and links belong. */
export const withoutWww = (viewerFunction: string, name: string): string =>
  viewerFunction.replace(
    'var request = event.request;',
    `var request = event.request;
  if (request.headers.host && request.headers.host.value === 'www.${name}') {
    var query = Object.keys(request.querystring).map(function (key) {
      return key + '=' + request.querystring[key].value;
    });
    var location = 'https://${name}' + request.uri + (query.length > 0 ? '?' + query.join('&') : '');
    return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: location } } };
  }`,
  );
