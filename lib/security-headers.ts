import { Duration } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront';

/**
 * Everything comes from our own origin. `connect-src 'self'` covers wss: on the same host (CSP level 3), so the live feed
 * needs no host of its own here; naming the scheme alone would open it to every host.
 */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * On every answer of the distribution, whatever the origin says. No Cross-Origin-Opener-Policy: it would part the window that
 * the Bilfund button opens from the marketplace's page that hands it the cars (decision 8).
 */
export const securityHeaders: ResponseSecurityHeadersBehavior = {
  contentSecurityPolicy: { contentSecurityPolicy, override: true },
  strictTransportSecurity: {
    accessControlMaxAge: Duration.days(365),
    includeSubdomains: true,
    override: true,
  },
  contentTypeOptions: { override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
  frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
};
