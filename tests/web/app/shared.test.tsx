import { readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { readLink } from '#core/marketplaces/links.ts';
import { about, renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import * as da from '../../../web/src/i18n/da/button.ts';
import * as en from '../../../web/src/i18n/en/button.ts';
import { shortcutAddress } from '../../../web/src/imports/bookmark.tsx';
import ButtonScreen from '../../../web/src/imports/button-screen.tsx';
import Shared from '../../../web/src/imports/shared-screen.tsx';
import { waitingLink } from '../../../web/src/imports/waiting-link.ts';

const site = 'https://bilfund.example';
const manifest = JSON.parse(readFileSync('web/public/manifest.webmanifest', 'utf8'));

beforeEach(() => {
  sessionStorage.clear();
  signIn();
});

/** What a Shortcut opens that encodes what it was given, as an iPhone's "URL Encode" does. */
const opened = (given: string) => new URL(`${shortcutAddress(site)}${encodeURIComponent(given)}`);

describe('what an iPhone shares', () => {
  it('the iPhone Shortcut leads to the same address as sharing on Android', () => {
    const { pathname, searchParams } = opened('x');
    expect(pathname).toBe(manifest.share_target.action);
    expect([...searchParams.keys()]).toEqual([manifest.share_target.params.text]);
  });

  it.each([
    'https://www.facebook.com/marketplace/item/1234567890/?mibextid=dXMIcH',
    'https://www.facebook.com/marketplace/odense/search?query=golf&minPrice=10000&exact=false',
    'Se, hvad jeg fandt på Marketplace: https://www.facebook.com/marketplace/item/1234567890/?ref=share_attachment & mere',
    'VW Golf 1,6 TDI\n84.900 kr.\nhttps://www.facebook.com/marketplace/item/1234567890/',
    'https://www.facebook.com/share/1AbCdEfGh2/',
    'https://www.dba.dk/mobility/item/12345678',
  ])('a shared link waits in the import field: %s', async (given) => {
    const { pathname, search } = opened(given);
    renderApp(<Shared />, { path: `${pathname}${search}` });
    await waitFor(() => expect(waitingLink()).toBe(given));
    const read = readLink(waitingLink());
    expect(read.ok || read.code !== 'link_foreign_host').toBe(true);
  });
});

describe('the recipe of the Shortcut', () => {
  it.each([
    ['en', en],
    ['da', da],
  ] as const)('the Shortcut steps in %s hold the address of the installation', async (language, texts) => {
    stubService({ 'GET /api/about': about });
    renderApp(<ButtonScreen />, { language, path: '/button' });
    expect(await screen.findByRole('heading', { name: texts.shortcut.title })).toBeTruthy();
    expect(screen.getByText(shortcutAddress(location.origin)).tagName).toBe('CODE');
    const list = document.querySelector('#iphone ol')!;
    expect(list.children).toHaveLength(texts.shortcut.steps('').length);
  });
});
