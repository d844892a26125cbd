/** The request header in which a handler finds the visitor's address; believed only together with the origin secret. */
export const clientAddressHeader = 'x-client-address';

/** The app's own page, which every address of the app starts from. */
export const appPage = 'index.html';

/** Where the pages lie that are there before the app runs: "pages/faq.da.html". */
export const prerenderedPrefix = 'pages/';

/** Addresses of the app are not files: what has no dot in its last part is served by the app itself. */
export const appPathRewrite = `
function handler(event) {
  var request = event.request;
  var last = request.uri.substring(request.uri.lastIndexOf('/') + 1);
  if (last.indexOf('.') === -1) request.uri = '/${appPage}';
  return request;
}
`.trim();

/** Overwrites whatever a visitor claims about the own address. */
export const clientAddressStamp = `
function handler(event) {
  var request = event.request;
  request.headers['${clientAddressHeader}'] = { value: event.viewer.ip };
  return request;
}
`.trim();
