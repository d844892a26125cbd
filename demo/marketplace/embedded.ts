import { createRandom } from '#demo/cars/random.ts';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A JSON script as the site embeds them; `<` is escaped so that no text can end the script. */
export function jsonScript(value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003C');
  return `<script type="application/json" data-content-len="${json.length}" data-sjs>${json}</script>`;
}

/** Wraps a query's answer as deep as the site does: readers have to walk the tree, not count on a path. */
export function preloaded(queryName: string, data: unknown): unknown {
  const result = { label: queryName, data, extensions: { is_final: true } };
  const stream = [
    'RelayPrefetchedStreamCache',
    'next',
    [],
    [`adp_${queryName}RelayPreloader_68b0`, { __bbox: { complete: true, result } }],
  ];
  return { require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { require: [stream] } }]]] };
}

const noiseModules = [
  'qplTimingsServerJS',
  'HasteSupportData',
  'CometPlatformRootClient',
  'CurrentEnvironment',
  'TimeSliceImpl',
  'BootloaderConfig',
  'ReactFeatureFlags',
  'DTSGInitialData',
  'IntlHoldout',
  'ServerTimeData',
  'ClickIDURLBlocklist',
];

/** The scripts around the feed that have nothing to do with it: flags, timings, module maps. Always the same for the same key. */
export function noiseScripts(key: string, count: number): string[] {
  const random = createRandom('noise', key);
  return Array.from({ length: count }, (_, index) => {
    const name = noiseModules[index % noiseModules.length]!;
    const entries = Array.from({ length: random.whole(4, 18) }, () => [
      random.whole(1000, 99_999).toString(36),
      { result: random.chance(0.5), hash: random.whole(1e8, 2e9).toString(36) },
    ]);
    const data =
      index % 3 === 0
        ? { gkxData: Object.fromEntries(entries) }
        : {
            define: [[name, [], Object.fromEntries(entries), random.whole(100, 9000)]],
            edges: [],
            page_info: { has_next_page: false },
          };
    return jsonScript({ require: [[name, 'handle', null, [{ __bbox: data }]]] });
  });
}

/** The site's shell: its route names the kind of page. `scripts` lie between the noise. */
export function shell(options: {
  title: string;
  routeName: string;
  scripts: string[];
  body: string;
  noiseKey: string;
  head?: string;
}): string {
  const noise = noiseScripts(options.noiseKey, 22);
  const route = jsonScript({ canonicalRouteName: options.routeName, isLoggedIn: false });
  const scripts = [
    ...noise.slice(0, 9),
    route,
    ...noise.slice(9, 15),
    ...options.scripts,
    ...noise.slice(15),
  ];
  return `<!DOCTYPE html><html lang="en" id="facebook" class="_9dls"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(options.title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/demo.css">${options.head ?? ''}</head><body>${options.body}
${scripts.join('\n')}</body></html>`;
}
