type Overridable = { Override?: boolean };

export type ResponseHeadersPolicy = {
  SecurityHeadersConfig?: {
    ContentSecurityPolicy?: Overridable & { ContentSecurityPolicy: string };
    StrictTransportSecurity?: Overridable & {
      AccessControlMaxAgeSec: number;
      IncludeSubdomains?: boolean;
      Preload?: boolean;
    };
    ContentTypeOptions?: Overridable;
    FrameOptions?: Overridable & { FrameOption: string };
    ReferrerPolicy?: Overridable & { ReferrerPolicy: string };
  };
  CustomHeadersConfig?: { Items?: (Overridable & { Header: string; Value: string })[] };
  RemoveHeadersConfig?: { Items?: { Header: string }[] };
};

type Header = { name: string; value: string; override: boolean };

function securityHeaders(config: NonNullable<ResponseHeadersPolicy['SecurityHeadersConfig']>): Header[] {
  const headers: Header[] = [];
  const add = (name: string, value: string, { Override }: Overridable) =>
    headers.push({ name, value, override: Override ?? false });
  const { ContentSecurityPolicy: csp, StrictTransportSecurity: hsts, ReferrerPolicy: referrer } = config;
  if (csp) add('content-security-policy', csp.ContentSecurityPolicy, csp);
  if (hsts) {
    const more = `${hsts.IncludeSubdomains ? '; includeSubDomains' : ''}${hsts.Preload ? '; preload' : ''}`;
    add('strict-transport-security', `max-age=${hsts.AccessControlMaxAgeSec}${more}`, hsts);
  }
  if (config.ContentTypeOptions) add('x-content-type-options', 'nosniff', config.ContentTypeOptions);
  if (config.FrameOptions) add('x-frame-options', config.FrameOptions.FrameOption, config.FrameOptions);
  if (referrer) add('referrer-policy', referrer.ReferrerPolicy, referrer);
  return headers;
}

/** Applies a CloudFront response headers policy: what it removes, adds, and overrides. Changes `headers` in place. */
export function applyResponseHeaders(
  policy: ResponseHeadersPolicy | undefined,
  headers: Record<string, string | string[]>,
): void {
  for (const { Header } of policy?.RemoveHeadersConfig?.Items ?? []) delete headers[Header.toLowerCase()];
  const added = [
    ...securityHeaders(policy?.SecurityHeadersConfig ?? {}),
    ...(policy?.CustomHeadersConfig?.Items ?? []).map((item) => ({
      name: item.Header.toLowerCase(),
      value: item.Value,
      override: item.Override ?? false,
    })),
  ];
  for (const { name, value, override } of added) {
    if (override || headers[name] === undefined) headers[name] = value;
  }
}
