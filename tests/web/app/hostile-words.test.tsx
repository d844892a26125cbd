import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { App } from '../../../web/src/app.tsx';
import { hostileWords } from '../../support/hostile-words.ts';
import { renderApp, stubService } from '../support/render-app.tsx';
import { sampleDetail } from '../support/sample-car.ts';

/** What an ad could have brought into the page and the app never draws. */
const strangers =
  'script, iframe, object, embed, base, meta, marquee, math, video, [onerror], [onload], [onclick], [onfocus], [onmouseover], [ontoggle], a[href^="javascript"], a[href^="data"]';

const dialogs = vi.fn();
beforeAll(() => {
  for (const name of ['alert', 'confirm', 'prompt']) vi.stubGlobal(name, dialogs);
});

it.each(hostileWords.map((words, n) => [n, words] as const))(
  'the car page shows hostile words no. %i as text, without a dialog',
  async (n, words) => {
    const car = sampleDetail({
      id: `c${n}`,
      title: `Golf ${words}`,
      description: words,
      city: words,
      variant: words,
    });
    stubService({ [`GET /api/cars/c${n}`]: { body: car } });
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const view = renderApp(<App client={client} />, { path: `/car/c${n}` });
    const title = await screen.findByRole('heading', { level: 1, name: /^Golf/ });
    expect(title.textContent).toBe(JSON.parse(JSON.stringify(car.title)));
    expect([...view.container.querySelectorAll(strangers)].map(({ outerHTML }) => outerHTML)).toEqual([]);
    expect(
      [...view.container.querySelectorAll('img')].every((image) =>
        /^(\/|https:)/.test(image.getAttribute('src') ?? '/'),
      ),
    ).toBe(true);
    expect(dialogs).not.toHaveBeenCalled();
  },
);
