import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { plainReact } from './plain-react.ts';
import { shakeRouter } from './shake-router.ts';

/** `npm start` prints its address; with BILFUND_ORIGIN set, `vite web` serves the sources against that backend. */
const backend = process.env.BILFUND_ORIGIN;

const inSources = (...places: string[]) => new RegExp(`(?:web/src|core)/(?:${places.join('|')})`);

/**
 * What is wanted together is one file: a hundred of a few hundred bytes compress badly. `base` holds what every screen needs,
 * `cards` and `member` what several of them share, the others what one kind of screen needs; none imports one that is wanted later. The
 * first that matches takes a file; what none names is a file of its own.
 */
const parts = [
  {
    name: 'base',
    test: new RegExp(
      [
        'node_modules|preload-helper|plain-react',
        inSources(
          '(show-)?app\\.tsx|app/(?!screens|signed-in)[^/]+$|app/screens/(start|use-list-state)|api/(?!live-|use-rating)|after-picture|use-next-picture|paths|waiting-link',
          'i18n/(?!rating|story|cost|plate)[^/]+-texts|i18n/pages/[^/]+-texts|i18n/(language|plural|format|text-part|use-failure)',
          'ui/(icon|button|logo|menu|use-drop-down|notices|link|navigation|deal|price-line|number-plate|link-outcome)',
          'features/cars/(list-(state|filters|memory)|use-(scroll-memory|is-wide))',
          'features/accounts/use-sign-out|features/payments/use-access|upgrade-reason|valuation/valuation|plan/|search/(?!price-scale)|language\\.ts|kroner\\.ts|once\\.ts',
          'car/(feature-names|color-families)|marketplace/(marketplace-id|marketplace-link|source-of-href|ad/(body-names|listing))',
        ).source,
      ].join('|'),
    ),
  },
  {
    name: 'cards',
    test: inSources(
      'features/cars/(car-(grid|card|face|row|photo|meta|article|actions|title-link)|card-|locked-card|market-(range|gap)|price-text|gap-text)',
      'features/cars/(remove-button|star-button|use-(marks|gradually|draft)|change-cars|use-car-list|use-car-keys|list-(keys|shortcuts)|detail/use-car\\.)',
      'features/cars/compare/(compare-(slot|store)|use-compare)|app/screens/browsing|assets/locked-car|i18n/word-of',
    ),
  },
  {
    name: 'member',
    test: inSources(
      'features/payments/use-(usage|plan\\.)',
      'features/searches/use-start-search|features/imports/use-import-status|api/live-connection',
    ),
  },
  {
    name: 'filters',
    test: inSources(
      'features/cars/(filter-(group|panel)|(brand|choice|deal|fuel|inspection|mileage|model|names|place|price|year|yes)-filter|more-filters)',
      'features/cars/(check-option|number-field|town-list|typed-bounds|with-own)|ui/range|place/|search/price-scale',
    ),
  },
  {
    name: 'importing',
    test: inSources(
      'app/screens/importing|features/imports/(import-card|allowance|first-import)|features/cars/first-look/',
    ),
  },
  {
    name: 'over-cars',
    test: inSources(
      'features/cars/(key-help|compare/)|features/collections/(add-to-list|name-form|use-lists|use-collection)',
    ),
  },
  {
    name: 'links',
    test: inSources(
      'marketplace/(read-link|describe-link|ad/text)|plate/(hide-plates|written-plates|plain-letters|grammar|chassis-numbers)',
      'marketplace/(facebook|vend|dba|bilbasen)/([a-z-]*link[a-z-]*|known-parameters|search-parameters|make-codes|hosts|[a-z]+-site)\\.ts',
    ),
  },
  {
    name: 'button',
    test: inSources(
      'features/imports/button/|app/screens/(button|receive)|page/escape|import/page-limits',
      'marketplace/(facebook|button|page|vend|dba|bilbasen|compose-opened|opened|describe-link)',
    ),
  },
  {
    name: 'list-more',
    test: inSources(
      'features/cars/drop-one|features/collections|features/imports/history|features/searches',
      'app/screens/(welcome|own-list|list-(coll|searches))',
    ),
  },
  {
    name: 'list',
    test: inSources(
      'features/cars/[^/]+$|features/imports/has-imported',
      'app/screens/(list\\.|list-cars|use-list-state)',
    ),
  },
  {
    name: 'signed-in',
    test: inSources(
      'app/signed-in|features/(live/|imports/(?!page-drop|use-start|use-refusal|gzip|import-progress))|api/live-feed',
      'features/payments/use-plan-expiry|features/accounts/use-tell-language',
      'features/notifications/(bell|notification-(panel|item)|notifications-error|use-(change-)?notifications)',
    ),
  },
  {
    name: 'sign-in',
    test: inSources(
      'features/accounts/(sign-in|register|account-f|confirm|reset|(new-)?password|fresh|resend|use-password|email-f|code-f)|account/',
    ),
  },
  {
    name: 'account',
    test: inSources('features/payments/(?!plan-prices)|features/accounts/|app/screens/(profile|payment)'),
  },
  {
    name: 'inbox',
    test: inSources('features/notifications/|notification/|app/screens/(notif|unsubscribe)'),
  },
  { name: 'rules', test: inSources('valuation/(thresholds|rating-settings)|api/use-rating') },
  {
    name: 'car-more',
    test: inSources(
      'features/cars/(cost|plate|story)/|cost/usual-km|i18n/(cost|plate|story)-texts|car/findings|marketplace/ad/flag-names',
      'features/cars/detail/(chart-(scale|figure)|heavy-findings|why-evidence|mileage-scatter|(price-)?histogram|value-terms|comparables-table|(use-)?(lightbox|pan))',
    ),
  },
  { name: 'car', test: inSources('features/cars/detail/|app/screens/car') },
  {
    name: 'pages',
    test: inSources(
      'features/pages/|i18n/(pages/(legal-note|page-words)|rating-texts)|valuation/figure-bands|app/screens/not-found|assets/guide',
    ),
  },
  {
    name: 'boxes',
    test: inSources(
      'ui/(message-box|(use-)?modal|pagination|page-window|empty-state|screen-notice|select-field|fact-list|use-title)',
    ),
  },
  {
    name: 'forms',
    test: inSources(
      'ui/|waiting-cars|plate/plate\\.|features/imports/(page-drop|use-start|use-refusal|gzip)|marketplace/source-of-href',
    ),
  },
  ...['en', 'da'].flatMap((language) => [
    { name: `pages-${language}`, test: inSources(`i18n/${language}/(pages/|rating)`) },
    { name: `imports-${language}`, test: inSources(`i18n/${language}/(imports\\.|button)`) },
    {
      name: `member-${language}`,
      test: inSources(`i18n/${language}/(payments|profile|notifications|searches)`),
    },
    {
      name: `cars-${language}`,
      test: inSources(
        `i18n/${language}/(browse|collections|car-page|car-words|check|cost|filters\\.|plate|story)|car/finding-names-${language}`,
      ),
    },
  ]),
].map((part, place, { length }) => ({ ...part, priority: length - place }));

const isThere = /\/(?:base|rolldown-runtime)-/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), shakeRouter(), plainReact()],
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The content security policy allows files of our own origin, not data: addresses or inline scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A part asks beforehand for what it shares with others: itself is asked for anyway, the page's own files are there.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((other) => other !== file && !isThere.test(other)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: parts },
      },
    },
  },
  server: backend
    ? {
        proxy: {
          '/api': backend,
          '/scrape': backend,
          '/photos': backend,
          '/live': { target: backend, ws: true },
        },
      }
    : {},
});
