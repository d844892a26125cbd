import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readLink } from '#core/marketplaces/links.ts';
import { about, renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { importStatus } from '#tests/web/support/sample-answers.ts';
import { queryKeys } from '../../../web/src/api/queries.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { ImportCard } from '../../../web/src/imports/import-card.tsx';
import { setWaitingImports } from '../../../web/src/imports/kept-imports.ts';

const begun = { status: 202, body: { id: 'h', jobId: 'j9', status: 'queued', carsAdded: 0 } };

/** A service that imports, has no import running and answers this besides. */
const serve = (answers: Parameters<typeof stubService>[0] = {}) =>
  stubService({ 'GET /api/about': about, 'GET /api/scrape-status': { body: { status: null } }, ...answers });
const link = 'https://www.facebook.com/marketplace/odense/search?query=octavia';

beforeEach(() => {
  signIn();
  setWaitingImports([]);
});

function renderCard(usage = { scrapes_used: 6, scrapes_limit: 20 as number | null }) {
  const [started, follow, upgrade] = [vi.fn(), vi.fn(), vi.fn()];
  const { client } = renderApp(
    <ImportCard
      isFirst
      initialLink=""
      usage={usage}
      onStarted={started}
      onFollow={follow}
      onUpgrade={upgrade}
    />,
  );
  return { started, follow, upgrade, client };
}
const button = () => screen.getByRole('button', { name: /Import/ }) as HTMLButtonElement;
const openMoreWays = () => fireEvent.click(screen.getByRole('button', { name: 'More ways to import' }));
const paste = (value: string) =>
  fireEvent.change(screen.getByLabelText('Marketplace search link'), { target: { value } });

describe('the import card', () => {
  // docs/spec.md, section 5.
  it('the import card is disabled while the link is blank', () => {
    serve();
    renderCard();
    expect(button().disabled).toBe(true);
    paste('   ');
    expect(button().disabled).toBe(true);
    paste(link);
    expect(button().disabled).toBe(false);
  });

  it('where we fetch nothing ourselves, the button, a dropped page and the plate check are offered', async () => {
    const off = { body: { ...about.body, importsEnabled: false, platesEnabled: true } };
    serve({ 'GET /api/about': off });
    renderCard();
    await screen.findByText(/We do not fetch searches here/);
    expect(screen.queryByLabelText('Marketplace search link')).toBeNull();
    expect(screen.getByLabelText(/choose a file/i)).toBeTruthy();
    const addresses = screen.getAllByRole('link').map((each) => each.getAttribute('href'));
    expect(addresses).toEqual(expect.arrayContaining(['/button', '/check']));
  });

  it('the import card sends an idempotency key, so that a repeated click is one import', async () => {
    const requests = serve({ 'POST /scrape': begun });
    const { started } = renderCard();
    paste(` ${link} `);
    fireEvent.click(button());
    await vi.waitFor(() => expect(started).toHaveBeenCalledWith('j9'));
    const request = requests.find(({ key }) => key === 'POST /scrape');
    expect(request?.body).toEqual({ url: link });
    expect(request?.headers['idempotency-key']).toMatch(/^[\w-]{8,64}$/);
  });

  it('the import card starts a search of a large town with one press, or the demo’s own', async () => {
    const searches: { url: string; title: string; danishTitle: string; kind: string }[] = [
      {
        url: 'http://127.0.0.1:9/marketplace/odense/vehicles',
        title: 'Around Odense',
        danishTitle: 'Om Odense',
        kind: 'search',
      },
      {
        url: 'http://127.0.0.1:9/marketplace/odense/search?query=wall',
        title: 'A wall',
        danishTitle: 'En mur',
        kind: 'failure',
      },
    ];
    for (const [demo, label, url] of [
      [null, 'Newest in Odense', /^https:\/\/www\.facebook\.com\/marketplace\/odense\/vehicles\?/],
      [{ origin: 'http://127.0.0.1:9', links: searches }, 'Around Odense', /^http:\/\/127\.0\.0\.1:9\//],
    ] as const) {
      const requests = serve({
        'GET /api/about': { body: { ...about.body, demo } },
        'POST /scrape': begun,
      });
      const { started } = renderCard({ scrapes_used: 0, scrapes_limit: 20 });
      fireEvent.click(await screen.findByRole('button', { name: label }));
      await vi.waitFor(() => expect(started).toHaveBeenCalledWith('j9'));
      const posted = requests.find(({ key }) => key === 'POST /scrape')?.body as { url: string };
      expect(posted.url).toMatch(url);
      expect(demo !== null || readLink(posted.url).ok).toBe(true);
      expect(screen.queryByRole('button', { name: 'A wall' })).toBeNull();
    }
  });

  it('a new import removes the messages of the one before', async () => {
    serve({
      'POST /scrape': { status: 400, body: { error: 'No search.', code: 'link_no_search' } },
    });
    const { client } = renderCard();
    client.setQueryData(queryKeys.toldEnd, { status: {}, at: '/' });
    paste(link);
    fireEvent.click(button());
    expect(await screen.findByText('No search.')).toBeTruthy();
    expect(client.getQueryData(queryKeys.toldEnd)).toBeNull();
  });

  it('the import card keeps pasted text of several lines separate from its link', async () => {
    const requests = serve({ 'POST /scrape': begun });
    renderCard();
    const field = screen.getByLabelText('Marketplace search link');
    fireEvent.paste(field, { clipboardData: { getData: () => `VW Golf\n${link}\nSent from my phone` } });
    fireEvent.click(button());
    await vi.waitFor(() => expect(requests.map(({ key }) => key)).toContain('POST /scrape'));
    const { url } = requests.find(({ key }) => key === 'POST /scrape')!.body as { url: string };
    expect(readLink(url)).toEqual(readLink(link));
  });

  it('a fast double click starts one import', async () => {
    const requests = serve({ 'POST /scrape': begun });
    const { started } = renderCard();
    paste(link);
    const form = button().closest('form')!;
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(1));
    expect(requests.filter(({ key }) => key === 'POST /scrape')).toHaveLength(1);
  });

  it('the import card passes an accepted link on only if the reader asked to repeat it', async () => {
    serve({ 'POST /scrape': begun });
    const { started, follow } = renderCard();
    paste(link);
    fireEvent.click(button());
    await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(1));
    expect(follow).not.toHaveBeenCalled();
    await vi.waitFor(() =>
      expect(screen.getByLabelText('Marketplace search link')).toHaveProperty('value', ''),
    );
    paste(link);
    fireEvent.click(screen.getByLabelText('Repeat this search every hour for a week'));
    fireEvent.click(button());
    await vi.waitFor(() => expect(follow).toHaveBeenCalledWith(link));
    // The field is emptied once the import has begun: a link that is pasted sooner would go with the former one.
    await vi.waitFor(() =>
      expect(screen.getByLabelText('Marketplace search link')).toHaveProperty('value', ''),
    );
    paste(link);
    await vi.waitFor(() => expect(screen.getByRole('checkbox')).toHaveProperty('checked', false));
  });

  // docs/spec.md, section 8.
  it('the import card says that cars could not be imported and explains a refused link', async () => {
    const body = { error: 'Imports are switched off at the moment.', code: 'unavailable' };
    serve({
      'POST /scrape': { status: 503, body },
    });
    renderCard();
    paste(link);
    fireEvent.click(button());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(`Failed to import cars${body.error}`);
  });

  it('the import card explains an unsupported link without sending it', async () => {
    const requests = serve();
    renderCard();
    paste('https://www.example.com/cars');
    fireEvent.click(button());
    expect((await screen.findByRole('alert')).textContent).toContain(en.failures.link_foreign_host);
    expect(requests.some(({ key }) => key === 'POST /scrape')).toBe(false);
  });

  // docs/spec.md, section 5.
  it('the import card queues a link while an import runs and shows its place', async () => {
    const requests = serve({
      'GET /api/scrape-status': { body: { status: importStatus({}) } },
    });
    const { follow } = renderCard({ scrapes_used: 18, scrapes_limit: 20 });
    await screen.findByRole('button', { name: 'Import next' });
    for (const [place, word] of [
      ['Next: octavia, Odense', 'octavia'],
      ['Number 2 in the queue: passat, Odense', 'passat'],
    ]) {
      paste(link.replace('octavia', word!));
      fireEvent.click(button());
      expect(await screen.findByText(place!)).toBeTruthy();
      expect(screen.getByLabelText('Marketplace search link')).toHaveProperty('value', '');
    }
    expect(follow).not.toHaveBeenCalled();
    expect(requests.some(({ key }) => key === 'POST /scrape')).toBe(false);
  });

  // docs/spec.md, section 5.
  it('the number of imports left is never below zero', () => {
    serve();
    renderCard({ scrapes_used: 19, scrapes_limit: 20 });
    openMoreWays();
    expect(screen.getByText('1 of 20 imports left this month')).toBeTruthy();
    renderCard({ scrapes_used: 26, scrapes_limit: 20 });
    expect(screen.queryByText(/left this month/)).toBeNull();
    expect(document.body.textContent).not.toMatch(/-\d|−\d/);
  });

  // docs/spec.md, section 5.
  it('the import card shows the imports left and leads to the upgrade when none is', async () => {
    const requests = serve();
    const { upgrade } = renderCard({ scrapes_used: 22, scrapes_limit: 20 });
    expect(
      screen.getByText(/You have used this month's imports\. With Premium you import without limit\./),
    ).toBeTruthy();
    paste(link);
    fireEvent.click(button());
    await vi.waitFor(() => expect(upgrade).toHaveBeenCalledOnce());
    expect(requests.some(({ key }) => key === 'POST /scrape')).toBe(false);
  });

  it('the import card sends a dropped page gzipped and says what it found', async () => {
    const requests = serve({
      'POST /api/imports/page': {
        status: 202,
        body: {
          id: 'h',
          jobId: 'j2',
          kind: 'search',
          carsFound: 12,
          rejected: [{ id: null, reason: 'not_a_car' }],
        },
      },
    });
    const { started } = renderCard();
    openMoreWays();
    const file = new File(['<html>'.repeat(500)], 'search.html', { type: 'text/html' });
    fireEvent.change(screen.getByLabelText('(choose a file)'), { target: { files: [file] } });
    await vi.waitFor(() => expect(started).toHaveBeenCalledWith('j2'));
    expect(
      await screen.findByText(/12 cars found in the page\. 1 entry was not a car for sale\./),
    ).toBeTruthy();
    const request = requests.find(({ key }) => key === 'POST /api/imports/page')!;
    expect(request.headers['content-encoding']).toBe('gzip');
    expect((request.body as Blob).size).toBeLessThan(200);
  });
});
