import { readdirSync, readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Pieces, pieces } from '../../../web/gallery/pieces.tsx';
import { schemeOf, Tokens, tokenUses } from '../../../web/gallery/tokens.tsx';
import { da } from '../../../web/src/i18n/da.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { renderApp } from '../support/render-app.tsx';

const styles = readFileSync('web/src/styles/tokens.css', 'utf8');

describe('the gallery', () => {
  it('the gallery shows every component file and nothing else', () => {
    const shown = new Set(pieces.flatMap(({ files }) => files));
    expect([...shown].sort()).toEqual(readdirSync('web/src/ui').sort());
  });

  it('the gallery explains each component and shows its states in both languages', () => {
    for (const language of ['en', 'da'] as const) {
      renderApp(<Pieces />, { language });
      for (const { files, title = files.join(', '), use, states } of pieces) {
        expect(screen.getByRole('heading', { name: title })).toBeTruthy();
        expect(use.length, files[0]).toBeGreaterThan(20);
        expect(states.length, files[0]).toBeGreaterThan(0);
      }
      expect(screen.getAllByText('amazing').length).toBeGreaterThan(1);
      expect(screen.getAllByText((language === 'en' ? en : da).deals.amazing).length).toBeGreaterThan(1);
    }
  });

  it('the gallery names every existing colour and no other', () => {
    const colors = [...styles.matchAll(/--color-([\w-]+): var\(/g)].map(([, name]) => name);
    expect(Object.keys(tokenUses)).toEqual(colors);
    renderApp(<Tokens />);
    for (const name of colors) expect(screen.getByText(name!)).toBeTruthy();
  });

  it('the gallery can show the light and the dark scheme', () => {
    expect(schemeOf('light', styles)).toContain('color-scheme: light');
    expect(schemeOf('dark', styles)).toContain('color-scheme: dark');
    for (const name of Object.keys(tokenUses))
      for (const scheme of ['light', 'dark'] as const)
        expect(schemeOf(scheme, styles)).toContain(`--${name}:`);
  });

  it('nothing in web/src imports the gallery', () => {
    const sources = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.tsx?$/.test(path),
    );
    const importing = sources.filter((path) =>
      /from '[^']*gallery\//.test(readFileSync(`web/src/${path}`, 'utf8')),
    );
    expect(importing).toEqual([]);
  });
});
