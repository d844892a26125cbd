import { readFileSync } from 'node:fs';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Operator } from '#core/operator.ts';
import { sampleOperator } from '#tests/support/sample-operator.ts';
import { about, renderApp, stubService } from '#tests/web/support/render-app.tsx';
import { releases } from '../../../web/src/i18n/pages/releases.ts';
import { helpTexts } from '../../../web/src/i18n/text-parts.ts';
import { Faq, Future, Guide } from '../../../web/src/pages/help.tsx';
import { Changelog, Privacy, Terms } from '../../../web/src/pages/legal-page.tsx';
import Support from '../../../web/src/pages/support.tsx';

let operator: Operator | null = sampleOperator;
beforeEach(() => {
  operator = sampleOperator;
});
const open = (Page: () => React.ReactNode, language: 'en' | 'da' = 'en') => {
  stubService({ 'GET /api/about': { body: { ...about.body, operator } } });
  return renderApp(<Page />, { language });
};

describe('the pictures of the guide', () => {
  it('the guide has a picture for each step, in light and dark, in both languages', () => {
    const drawing = readFileSync('web/src/assets/guide.svg', 'utf8');
    expect(drawing).toContain('prefers-color-scheme:dark');
    for (const language of ['en', 'da'] as const) {
      open(Guide, language);
      const steps = screen.getAllByRole('heading', { level: 3 });
      const views = [...document.querySelectorAll('img')].map((picture) => picture.src.split('#')[1]);
      expect(views).toEqual(steps.map((_, place) => `step${place + 1}`));
      for (const view of views) expect(drawing).toContain(`<view id="${view}"`);
    }
  });
});

describe('the contents beside a page of text', () => {
  it.each(['en', 'da'] as const)('the table of contents links to every section (%s)', (language) => {
    for (const Page of [Terms, Privacy, Changelog, Guide, Future, Faq]) {
      open(Page, language);
      const contents = screen.getByRole('navigation', {
        name: { en: 'On this page', da: 'På denne side' }[language],
      });
      const links = within(contents).getAllByRole('link');
      expect(links).toHaveLength(document.querySelectorAll('article section').length);
      for (const link of links) {
        const section = document.querySelector(`section${link.getAttribute('href')}`);
        expect(section?.querySelector('h2, h3')?.textContent).toBe(link.textContent);
      }
    }
  });
});

describe('the FAQ', () => {
  // docs/spec.md, section 2.
  it('the FAQ has six categories and answers that open', () => {
    for (const language of ['en', 'da'] as const) {
      open(Faq, language);
      expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(6);
      const answers = [...document.querySelectorAll('details')];
      expect(answers.length).toBeGreaterThan(12);
      for (const answer of answers) expect(answer.open).toBe(false);
    }
  });
});

describe('the guide', () => {
  // docs/spec.md, section 2.
  it.each([
    ['en', [/Marketplace/, /Paste/, /refuses/, /price line/, /page/, /Call/]],
    ['da', [/Marketplace/, /Indsæt/, /nej|afvis|siger/i, /prislinje/i, /side/, /Ring/]],
  ] as const)('the guide describes six steps from the search to the call (%s)', (language, words) => {
    open(Guide, language);
    const steps = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent ?? '');
    expect(steps).toHaveLength(6);
    for (const [place, word] of words.entries()) {
      expect(steps[place]).toMatch(new RegExp(`^${place + 1}\\. `));
      expect(steps[place]).toMatch(word);
    }
    // Each step has its drawing, which says nothing that the words do not.
    expect(document.querySelectorAll('article section > img[alt=""]')).toHaveLength(6);
    for (const heading of screen.getAllByRole('heading', { level: 3 }))
      expect(heading.parentElement?.querySelector(':scope > p')?.textContent?.length).toBeGreaterThan(40);
  });
});

describe('the future updates', () => {
  // docs/spec.md, section 2.
  it('the future updates name filters, two marketplaces, mobile apps and other countries', () => {
    open(Future);
    const text = document.querySelector('article')?.textContent ?? '';
    for (const word of [/filter/i, /marketplace/i, /app/i, /countr|international/i])
      expect(text).toMatch(word);
    expect(screen.getAllByRole('heading', { level: 3 }).length).toBeGreaterThanOrEqual(4);
  });
});

describe('who runs the installation', () => {
  it.each([Terms, Privacy, Changelog, Support])(
    '%o names the operator with an address to write to',
    async (Page) => {
      for (const [language, words] of [
        ['en', 'is run by'],
        ['da', 'drives af'],
      ] as const) {
        const { container, unmount } = open(Page, language);
        await screen.findByRole('link', { name: sampleOperator.supportMail });
        const { name, address, cvr } = sampleOperator;
        expect(container.textContent).toContain(`${words} ${name}, ${address}, CVR ${cvr}.`);
        unmount();
      }
    },
  );

  it.each([Terms, Support])('%o names no operator and no address if none is configured', async (Page) => {
    operator = null;
    open(Page);
    expect(await screen.findByText(/does not say who runs it/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('link', { name: /@/ })).toBeNull();
  });
});

describe('support', () => {
  // docs/spec.md, section 2.
  it('the support page shows the address and links to guide and FAQ', async () => {
    open(Support);
    const address = await screen.findByRole('link', { name: sampleOperator.supportMail });
    expect(address.getAttribute('href')).toBe(`mailto:${sampleOperator.supportMail}`);
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toEqual(expect.arrayContaining(['/?view=guide', '/?view=faq']));
  });

  // docs/spec.md, sections 2 and 5.
  it('the support form refuses blank messages, opens the mail program and is empty again', async () => {
    open(Support);
    await screen.findByRole('link', { name: /@/ });
    const assigned: string[] = [];
    vi.spyOn(window.location, 'href', 'set').mockImplementation((address: string) => {
      assigned.push(address);
    });
    const forms = [...document.querySelectorAll('form')];
    expect(forms).toHaveLength(2);
    for (const element of forms) {
      const form = within(element);
      const send = form.getByRole<HTMLButtonElement>('button');
      const [email, description] = form.getAllByRole<HTMLInputElement>('textbox');
      expect(email!.required).toBe(false);
      expect(description!.required).toBe(true);
      expect(send.disabled).toBe(true);
      fireEvent.change(description!, { target: { value: '   ' } });
      expect(send.disabled).toBe(true);
      fireEvent.change(description!, { target: { value: 'The slider jumps' } });
      expect(send.disabled).toBe(false);
      fireEvent.submit(element);
      expect(assigned.at(-1)).toMatch(/^mailto:.*subject=.*body=.*The%20slider%20jumps/);
      expect(description!.value).toBe('');
    }
    expect(assigned).toHaveLength(2);
  });

  it.each(['en', 'da'] as const)(
    'the support form keeps its text if no mail program opens (%s)',
    async (language) => {
      open(Support, language);
      await screen.findByRole('link', { name: /@/ });
      vi.spyOn(window.location, 'href', 'set').mockImplementation(() => {});
      const copied: string[] = [];
      const writeText = async (text: string) => void copied.push(text);
      Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
      const form = document.querySelector('form')!;
      const [email, description] = within(form).getAllByRole('textbox');
      fireEvent.change(email!, { target: { value: 'mette@example.dk' } });
      fireEvent.change(description!, { target: { value: 'The slider\njumps' } });
      fireEvent.submit(form);
      const { support: text } = await helpTexts.load(language);
      const box = within(form).getByRole('status');
      expect(box.textContent).toContain(screen.getByRole('link', { name: /@/ }).textContent);
      fireEvent.click(within(box).getByRole('button', { name: text.copy }));
      expect(await within(box).findByRole('button', { name: text.copied })).toBeTruthy();
      expect(copied[0]).toContain('The slider\njumps');
      expect(copied[0]).toContain('mette@example.dk');
    },
  );
});

describe('the legal pages', () => {
  // docs/spec.md, section 9.
  it('the legal pages are version 1.0 of 17.10.2025 and name the release that they were changed for', () => {
    for (const [language, words] of [
      ['en', 'brought up to date with Bilfund'],
      ['da', 'ført ajour med Bilfund'],
    ] as const) {
      for (const Page of [Terms, Privacy, Changelog]) {
        open(Page, language);
        const note = screen.getByText(/Version 1\.0 · 17\.10\.2025/).textContent;
        expect(note).toContain(`${words} ${releases[0]!.version} `);
      }
    }
  });

  it('the privacy page names every kind of thing that goes to others or stays in the browser', () => {
    const named = {
      en: [
        'Amazon',
        'vehicle register',
        'Stripe',
        'push',
        'webhook',
        'assistant',
        'extension',
        'button',
        'cookie',
        'feed',
        'hid',
      ],
      da: [
        'Amazon',
        'Motorregistret',
        'Stripe',
        'push',
        'webhook',
        'assistent',
        'udvidelse',
        'knappen',
        'cookie',
        'feed',
        'skjult',
      ],
    };
    for (const language of ['en', 'da'] as const) {
      const { container } = open(Privacy, language);
      for (const word of named[language]) expect(container.textContent).toContain(word);
    }
  });
});
