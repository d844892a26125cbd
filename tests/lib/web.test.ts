import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { AppFiles, buildButton } from '#lib/build/build-web.ts';
import { originMark } from '#lib/build/output.ts';
import { contentSecurityPolicy, pathPatternsOf, sitePaths } from '#lib/web.ts';
import { shakeRouter } from '../../web/shake-router.ts';
import { asText, ofType, only, plainStack, type Resource } from './synthesize-stack.ts';

const { resources } = plainStack();

type Behavior = {
  PathPattern?: string;
  TargetOriginId: string;
  CachePolicyId: string;
  OriginRequestPolicyId?: string;
  ViewerProtocolPolicy: string;
  ResponseHeadersPolicyId: unknown;
  AllowedMethods?: string[];
  FunctionAssociations?: { EventType: string; FunctionARN: unknown }[];
};
type Origin = {
  Id: string;
  DomainName: unknown;
  CustomOriginConfig?: { OriginProtocolPolicy: string };
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[];
  OriginAccessControlId?: unknown;
};

const [, distribution] = only(resources, 'AWS::CloudFront::Distribution', 'WebDistribution');
const config = distribution.Properties.DistributionConfig as {
  DefaultCacheBehavior: Behavior;
  CacheBehaviors: Behavior[];
  Origins: Origin[];
  CustomErrorResponses?: unknown;
};
const behaviorOf = (path: string) => config.CacheBehaviors.find((behavior) => behavior.PathPattern === path)!;
const originOf = (behavior: Behavior) =>
  config.Origins.find((origin) => origin.Id === behavior.TargetOriginId)!;
// CloudFront's managed policies have fixed ids.
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
const apiPaths = ['/api/*', '/feed/*', '/mcp', '/scrape'];
const pagePaths = ['/car/*', '/picture/*', '/share/*', '/sitemap.xml'];

describe('the distribution', () => {
  it('the distribution sends every path of the contract to the API', () => {
    expect(sitePaths).toEqual({ apiPaths, pagePaths });
    expect(pathPatternsOf(['GET /car/{id}', 'POST /scrape', 'GET /api/cars'])).toEqual([
      '/api/*',
      '/car/*',
      '/scrape',
    ]);
  });

  it.each([...apiPaths, '/live'])(
    'requests for %s are not cached and carry the origin secret instead of the host header',
    (path) => {
      const behavior = behaviorOf(path);
      expect(behavior.CachePolicyId).toBe(cachingDisabled);
      expect(behavior.OriginRequestPolicyId).toBe(allViewerExceptHost);
      expect(behavior.ViewerProtocolPolicy).toBe('https-only');
      expect(behavior.AllowedMethods).toContain('DELETE');
      const origin = originOf(behavior);
      expect(origin.CustomOriginConfig?.OriginProtocolPolicy).toBe('https-only');
      const [secret] = only(resources, 'AWS::SecretsManager::Secret', 'OriginSecret');
      expect(
        origin.OriginCustomHeaders?.map(({ HeaderName, HeaderValue }) => [HeaderName, asText(HeaderValue)]),
      ).toEqual([['x-origin-secret', `{{resolve:secretsmanager:\${${secret}}:SecretString:::}}`]]);
    },
  );

  it.each(pagePaths)('answers of %s are cached by language for everybody, as long as they say', (path) => {
    const behavior = behaviorOf(path);
    const [, policy] = only(resources, 'AWS::CloudFront::CachePolicy', 'WebPageCache');
    expect(asText(behavior.CachePolicyId)).toContain('WebPageCache');
    expect(policy.Properties.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['lang', 'page'] },
      },
    });
    // Neither a token nor a cookie reaches the function, so no answer can depend on one; who asks is counted.
    const [id, toOrigin] = only(resources, 'AWS::CloudFront::OriginRequestPolicy', 'WebPageOriginRequest');
    expect(asText(behavior.OriginRequestPolicyId)).toBe(`\${${id}}`);
    expect(toOrigin.Properties.OriginRequestPolicyConfig).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['x-client-address'] },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
    });
    expect(behavior.AllowedMethods ?? ['GET', 'HEAD']).toEqual(['GET', 'HEAD']);
    expect(behavior.TargetOriginId).toBe(behaviorOf('/api/*').TargetOriginId);
  });

  it('the distribution sets the visitor’s address for the API and rewrites paths for the app only', () => {
    const functionsOf = (behavior: Behavior) =>
      (behavior.FunctionAssociations ?? []).map(({ EventType, FunctionARN }) => {
        const id = asText(FunctionARN).match(/\$\{(\w+)\./)?.[1] ?? '';
        return `${EventType} ${id.replace(/[0-9A-F]{8}$/, '')}`;
      });
    expect(functionsOf(config.DefaultCacheBehavior)).toEqual(['viewer-request WebAppPaths']);
    for (const path of [...apiPaths, '/live'])
      expect(functionsOf(behaviorOf(path))).toEqual(['viewer-request WebClientAddress']);
    for (const path of pagePaths)
      expect(functionsOf(behaviorOf(path))).toEqual(['viewer-request WebPageQueries']);
    expect(functionsOf(behaviorOf('/photos/*'))).toEqual([]);
  });

  it('the distribution reads app and photos from private buckets', () => {
    for (const behavior of [config.DefaultCacheBehavior, behaviorOf('/photos/*')])
      expect(originOf(behavior).OriginAccessControlId).toBeDefined();
    expect(asText(originOf(behaviorOf('/photos/*')).DomainName)).toContain('DataPhotos');
  });

  it('the distribution passes errors on unchanged', () => {
    expect(config.CustomErrorResponses).toBeUndefined();
  });
});

describe('the headers of every answer', () => {
  type PolicyConfig = { SecurityHeadersConfig: Record<string, object>; CustomHeadersConfig?: object };
  const policies = new Map(
    ofType(resources, 'AWS::CloudFront::ResponseHeadersPolicy').map(([id, { Properties }]) => [
      `\${${id}}`,
      Properties.ResponseHeadersPolicyConfig as PolicyConfig,
    ]),
  );
  const policyOf = (behavior: Behavior) => policies.get(asText(behavior.ResponseHeadersPolicyId))!;
  const headers = policyOf(config.DefaultCacheBehavior).SecurityHeadersConfig;

  it('the security headers are on all paths', () => {
    for (const behavior of config.CacheBehaviors)
      expect(policyOf(behavior).SecurityHeadersConfig, behavior.PathPattern).toEqual(headers);
  });

  it('answers of the API without a cache header are not cached', () => {
    const keeping = { Items: [{ Header: 'cache-control', Value: 'no-store', Override: false }] };
    for (const path of [...apiPaths, ...pagePaths, '/live'])
      expect(policyOf(behaviorOf(path)).CustomHeadersConfig, path).toEqual(keeping);
    for (const behavior of [config.DefaultCacheBehavior, behaviorOf('/photos/*')])
      expect(policyOf(behavior).CustomHeadersConfig).toBeUndefined();
  });

  it('the content security policy allows our own origin only: no inline script, no other host, no frame', () => {
    expect(headers.ContentSecurityPolicy).toMatchObject({
      ContentSecurityPolicy: contentSecurityPolicy,
      Override: true,
    });
    const directives = new Map(
      contentSecurityPolicy
        .split('; ')
        .map((each) => [each.slice(0, each.indexOf(' ')), each.slice(each.indexOf(' ') + 1)]),
    );
    expect(directives.get('default-src')).toBe("'self'");
    expect(directives.get('script-src')).toBe("'self'");
    expect(directives.get('connect-src')).toBe("'self'");
    for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(directives.get(name)).toBe("'none'");
    expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|wss?:|\*/);
  });

  it('the headers require TLS for a year and forbid guessing types', () => {
    expect(headers.StrictTransportSecurity).toMatchObject({
      AccessControlMaxAgeSec: 31_536_000,
      Override: true,
    });
    expect(headers.ContentTypeOptions).toEqual({ Override: true });
    expect(headers.ReferrerPolicy).toMatchObject({ ReferrerPolicy: 'strict-origin-when-cross-origin' });
  });
});

describe('the window that the button opens', () => {
  it("the button's window keeps its opener, because no header separates them", () => {
    expect(JSON.stringify(resources)).not.toMatch(/cross-origin-opener-policy/i);
  });
});

describe('the app’s files', () => {
  const deployments = new Map(
    ofType(resources, 'Custom::CDKBucketDeployment').map(([id, { Properties }]) => [
      ['Assets', 'Others', 'Page'].find((name) => id.startsWith(`WebFiles${name}`)),
      {
        id,
        ...(Properties as {
          Exclude?: string[];
          Include?: string[];
          Prune: boolean;
          SystemMetadata: Record<string, string>;
          SourceMarkers?: Record<string, unknown>[];
        }),
      },
    ]),
  );

  it('assets of earlier versions stay for pages that are still open', () => {
    expect([...deployments.values()].map(({ Prune }) => Prune)).toEqual([false, false, false]);
    expect(deployments.get('Assets')).toMatchObject({
      Exclude: ['*'],
      Include: ['assets/*'],
      SystemMetadata: { 'cache-control': 'max-age=31536000, immutable' },
    });
  });

  it('the page is uploaded last and revalidated on every visit', () => {
    const page = deployments.get('Page')!;
    expect(page).toMatchObject({
      Exclude: ['*'],
      Include: ['index.html', 'pages/*'],
      SystemMetadata: { 'cache-control': 'no-cache' },
    });
    const after = (resources[page.id] as Resource & { DependsOn: string[] }).DependsOn;
    expect(after).toEqual(
      expect.arrayContaining([deployments.get('Assets')!.id, deployments.get('Others')!.id]),
    );
  });

  it("the distribution's address replaces its placeholder in the built files", () => {
    const [distribution] = only(resources, 'AWS::CloudFront::Distribution', 'WebDistribution');
    for (const { SourceMarkers } of deployments.values())
      expect(SourceMarkers?.map((markers) => asText(markers[originMark]))).toEqual([
        `https://\${${distribution}.DomainName}`,
      ]);
    expect(readFileSync('web/public/robots.txt', 'utf8')).toContain(`Sitemap: ${originMark}/sitemap.xml`);
  });

  it('each file of the app is in one deployment only', () => {
    expect(deployments.get('Others')).toMatchObject({ Exclude: ['index.html', 'pages/*', 'assets/*'] });
  });
});

const manifest = {
  'index.html': { file: 'assets/base-1.js', src: 'index.html', dynamicImports: ['src/list.tsx'] },
  'src/list.tsx': { file: 'assets/list-2.js', src: 'src/list.tsx', imports: ['index.html', '_cards-3.js'] },
  '_cards-3.js': {
    file: 'assets/cards-3.js',
    imports: ['index.html'],
    assets: ['assets/a.svg'],
  },
};
const page = `<head><script type="module" crossorigin src="/assets/base-1.js"></script>
<link rel="stylesheet" crossorigin href="/assets/base-1.css"></head>`;

describe('the files of the built app', () => {
  const directory = mkdtempSync(join(tmpdir(), 'app-files-'));
  mkdirSync(join(directory, '.vite'));
  writeFileSync(join(directory, '.vite/manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(directory, 'index.html'), page);
  const app = new AppFiles(directory);
  afterAll(() => rmSync(directory, { recursive: true }));

  it('the files of the first visit start with those that the page names', () => {
    expect(app.entries).toEqual(['index.html']);
    expect(app.styles).toEqual(['assets/base-1.css']);
  });

  it('the files of a part include all its imports but no later ones', () => {
    const files = (keys: string[]) => [...app.reach(keys)].map(({ file }) => file.replace(/^assets\//, ''));
    expect(files([app.part('src/list.tsx')])).toEqual(['list-2.js', 'base-1.js', 'cards-3.js']);
    expect(files(app.entries)).toEqual(['base-1.js']);
  });

  it('a part that is missing in the build is refused', () => {
    expect(() => app.part('src/profile.tsx')).toThrow('"src/profile.tsx"');
  });
});

describe('the bookmark in the build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'button-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What Firefox keeps of a bookmark's address (Chromium: two million), less the settings in front of the code. */
  const mostCharacters = 65_536 - 4_096;

  it('builds a button whose bookmark every browser keeps whole', async () => {
    const file = join(folder, 'button.js');
    await buildButton(file);
    const code = readFileSync(file, 'utf8');
    expect(encodeURIComponent(code).length).toBeLessThan(mostCharacters);
  });
});

/** What the build makes of a file of the router. */
function shaken(code: string): string {
  const { transform } = shakeRouter();
  if (typeof transform !== 'object') throw new Error('The plugin has no transform.');
  return transform.handler.call({ parse: parseAst } as never, code, 'x') as string;
}

const sample = `
import { forwardRef, createContext, Component } from "react";
var Place = createContext(null);
Place.displayName = "Place";
var Boundary = class extends Component {};
Boundary.contextType = Place;
var Form = forwardRef(() => null);
Form.displayName = "Form";
function Restore() { return null; }
Restore.displayName = "Restore";
var names = ["a", "b"];
names.length = 1;
var known = new Set(names);
export { Place, Boundary, Form, Restore, names, known };
`;

describe('the router in the build', () => {
  it('unused components of the router can be dropped, because only their own declarations mention them', () => {
    const code = shaken(sample);
    expect(code).not.toContain('displayName');
    expect(code).toContain('var Form = /* @__PURE__ */ forwardRef(() => null);');
    expect(code).toContain('var known = /* @__PURE__ */ new Set(names);');
  });

  it('the changed router behaves alike: a property of a class moves to where the class is created', () => {
    const code = shaken(sample);
    expect(code).toContain(
      'var Boundary = /* @__PURE__ */ Object.assign(class extends Component {}, { contextType: Place });',
    );
    // Not made by a call: what is written to it stays where it is.
    expect(code).toContain('names.length = 1;');
    const run = new Function(
      'forwardRef',
      'createContext',
      'Component',
      `${code.replace(/^import .*$/m, '').replace(/^export .*$/m, '')} return { Boundary, Place, names, known };`,
    );
    const made = run(
      (render: unknown) => ({ render }),
      (value: unknown) => ({ value }),
      class {},
    );
    expect(made.Boundary.contextType).toBe(made.Place);
    expect(made.names).toEqual(['a']);
    expect([...made.known]).toEqual(['a']);
  });
});
