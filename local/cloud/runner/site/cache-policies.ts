import type { Template } from '../template/template.ts';
import type { BehaviorProperties } from './behaviors.ts';

/** Names of queries and of headers, these in small letters. */
export type Forwarded = { queries: readonly string[]; headers: readonly string[] };

type CachePolicyProperties = {
  CachePolicyConfig: {
    ParametersInCacheKeyAndForwardedToOrigin: { QueryStringsConfig: { QueryStrings?: string[] } };
  };
};
type OriginRequestPolicyProperties = {
  OriginRequestPolicyConfig: { HeadersConfig: { Headers?: string[] } };
};

/**
 * What a behaviour lets through: the queries of the cache's key by a policy of the template's own, and the headers of such a
 * policy for the origin. CloudFront's managed policies, of which the template holds no more than the id, let all through.
 */
export function createForwardedReader(template: Template) {
  const queries = new Map(
    template.all<CachePolicyProperties>('AWS::CloudFront::CachePolicy').map(({ logicalId, properties }) => {
      const { QueryStringsConfig } = properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin;
      return [template.ref(logicalId), QueryStringsConfig.QueryStrings ?? []];
    }),
  );
  const headers = new Map(
    template
      .all<OriginRequestPolicyProperties>('AWS::CloudFront::OriginRequestPolicy')
      .map(({ logicalId, properties }) => {
        const { Headers = [] } = properties.OriginRequestPolicyConfig.HeadersConfig;
        return [template.ref(logicalId), Headers.map((name) => name.toLowerCase())];
      }),
  );
  return ({ CachePolicyId = '', OriginRequestPolicyId }: BehaviorProperties): Forwarded | undefined => {
    const keyQueries = queries.get(CachePolicyId);
    if (!keyQueries) return undefined;
    if (!OriginRequestPolicyId) return { queries: keyQueries, headers: [] };
    const named = headers.get(OriginRequestPolicyId);
    return named && { queries: keyQueries, headers: named };
  };
}

/** CloudFront's managed policy CachingDisabled: it also turns compression off. */
export const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
