import { pagePatterns } from '#core/marketplaces/marketplace-id.ts';

export type BrowserKind = 'chrome' | 'firefox';

/** What the build writes into every script of the extension. */
export type Installation = {
  /** "https://…": the installation whose ratings it shows. */
  origin: string;
  /** The demo that stands in for the marketplaces, where there is one. */
  demoOrigin: string | null;
};

type ManifestOptions = Installation & { browser: BrowserKind; version: string };

/** The extension's own id in Firefox, which asks for one. */
const firefoxId = 'watch@bilfund.example';

/** Match patterns name no port in Firefox; without one they are of every port. */
const hostOf = (origin: string): string => `${new URL(origin).protocol}//${new URL(origin).hostname}`;

/** The extension's manifest (Manifest V3). Each permission has its reason in `docs/extension.md`. */
export function manifestOf({ browser, version, origin, demoOrigin }: ManifestOptions) {
  const pages = [...Object.values(pagePatterns).flat(), ...(demoOrigin ? [`${hostOf(demoOrigin)}/*`] : [])];
  return {
    manifest_version: 3,
    name: 'Bilfund',
    version,
    description: '__MSG_description__',
    default_locale: 'en',
    icons: { 48: 'icon-48.png', 128: 'icon-128.png' },
    permissions: ['alarms', 'storage'],
    host_permissions: [...new Set([...pages, `${hostOf(origin)}/*`])],
    background:
      browser === 'chrome'
        ? { service_worker: 'worker.js' }
        : // Firefox runs the same script in a page that nobody sees.
          { scripts: ['worker.js'] },
    content_scripts: [
      { matches: pages, js: ['page.js'], run_at: 'document_idle' },
      {
        matches: [`${hostOf(origin)}/extension`, `${hostOf(origin)}/extension?*`],
        js: ['pairing.js'],
        run_at: 'document_idle',
      },
    ],
    action: { default_popup: 'popup.html', default_title: 'Bilfund' },
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          id: firefoxId,
          strict_min_version: '140.0',
          data_collection_permissions: { required: ['websiteContent'] },
        },
        gecko_android: { strict_min_version: '142.0' },
      },
    }),
  };
}
