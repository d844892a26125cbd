/**
 * What a site sends with its pages that keeps others' scripts, frames and requests off them, and windows of its own that may
 * open others. Whatever is done on such a page from outside has to pass here too.
 */
export const sitePolicies: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'none'",
    "form-action 'self'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
};
