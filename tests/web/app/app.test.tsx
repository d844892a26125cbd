import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../../web/src/app.tsx';
import { da } from '../../../web/src/i18n/da.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { LanguageProvider } from '../../../web/src/i18n/language.tsx';
import { notify } from '../../../web/src/ui/notices.tsx';
import { about, signIn, stubService } from '../support/render-app.tsx';
import { noCars } from '../support/sample-answers.ts';
import { freeUsage, freeWire, monthlyWire, planAnswers } from '../support/sample-plan.ts';

const counts = { amazing: 12, fair: 34, poor: 5, no_estimate: 6, total: 57 };

const answersFor = (plan = freeWire) => ({
  ...planAnswers(plan),
  'GET /api/about': about,
  'GET /api/counts': { body: counts },
  'GET /api/cars': { body: noCars },
  'DELETE /api/account': { body: { ok: true } },
  'GET /api/payments/usage': { body: freeUsage },
  'GET /api/notifications/u/stats': {
    body: { success: true, stats: { totalNotifications: 3, unreadNotifications: 2 } },
  },
});

let requests: ReturnType<typeof stubService> = [];

/** The addresses asked for since `open`, with their queries. */
const asked = () => requests.map(({ address }) => address);

/** Awaited: React leaves the rest of a render that met a promise to whoever awaits it. */
async function open(path: string, { plan = freeWire, language = 'en' as 'en' | 'da' } = {}) {
  requests = stubService(answersFor(plan));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  document.body.replaceChildren();
  await act(async () => {
    render(
      <LanguageProvider initial={{ language, texts: language === 'en' ? en : da }}>
        <MemoryRouter initialEntries={[path]}>
          <App client={client} />
        </MemoryRouter>
      </LanguageProvider>,
    );
  });
  return requests;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('scrollTo', vi.fn());
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const header = () => within(screen.getByRole('banner'));

describe('every address', () => {
  // docs/spec.md, sections 2 and 8.
  it.each([
    ['/', 'Know what the car is worth before you call.'],
    ['/login', 'Log in'],
    ['/register', 'Create an account'],
    ['/notifications', 'Authentication Required'],
    ['/profile', 'Please log in'],
    ['/subscription/success', 'Payment Successful!'],
    ['/payment/success', 'Payment Successful!'],
    ['/subscription/cancelled', 'Payment Cancelled'],
    ['/payment/cancelled', 'Payment Cancelled'],
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
    ['/changelog', 'Changelog'],
    ['/how-we-rate', 'How we rate'],
    ['/Terms/', 'Terms'],
    ['/no/such/page', 'Page Not Found'],
    ['/terms/more', 'Page Not Found'],
  ])('the address %s shows %s', async (path, heading) => {
    await open(path);
    const main = within(screen.getByRole('main'));
    expect((await main.findAllByRole('heading', { name: new RegExp(heading) })).length).toBeGreaterThan(0);
  });

  it.each([
    ['/car/1234', '1234'],
    ['/car/a%20b/', 'a b'],
    ['/car/%', '%'],
  ])('the address %s requests the car %s', async (path, id) => {
    await open(path);
    await vi.waitFor(() => expect(asked()).toContain(`/api/cars/${encodeURIComponent(id)}`));
  });

  // docs/spec.md, section 2.
  it('the notifications address tells visitors to sign in', async () => {
    await open('/notifications');
    expect(await screen.findByText('Please log in to view your notifications.')).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('links to static pages open in a new tab', async () => {
    await open('/login');
    for (const name of ['Terms', 'Privacy', 'Changelog'])
      expect(within(screen.getByRole('contentinfo')).getByRole('link', { name }).getAttribute('target')).toBe(
        '_blank',
      );
  });
});

describe('the header', () => {
  // docs/spec.md, section 2.
  it('the header shows visitors the name, search, help, log-in and sign-up, but no bell', async () => {
    await open('/login');
    expect(header().getByRole('link', { name: 'Bilfund' })).toBeTruthy();
    expect(header().getByPlaceholderText('Search cars, brands, or descriptions')).toBeTruthy();
    expect(header().getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    expect(header().getByRole('link', { name: 'Get started' }).getAttribute('href')).toBe('/register');
    expect(header().queryByRole('button', { name: /Notifications/ })).toBeNull();
    fireEvent.click(header().getByRole('button', { name: 'Help' }));
    expect(
      header()
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Guide', 'FAQ', 'Future Updates', 'Support & Feedback']);
  });

  // docs/spec.md, sections 2 and 9.
  it('the header changes the language at once and stores it under app_language', async () => {
    document.head.innerHTML = '<meta name="description" content="Paste a search." />';
    await open('/login');
    fireEvent.click(header().getByRole('button', { name: 'EN, Language: English' }));
    fireEvent.click(header().getByRole('menuitemradio', { name: 'Dansk' }));
    expect(await header().findByPlaceholderText(da.shell.search)).toBeTruthy();
    expect(localStorage.getItem('app_language')).toBe('da');
    // The page names its language in an effect, which may run after the words are drawn.
    await vi.waitFor(() => expect(document.documentElement.lang).toBe('da'));
    const description = document.querySelector('meta[name=description]');
    expect(description?.getAttribute('content')).toBe(da.home.lead);
  });

  // docs/spec.md, sections 2 and 4.
  it('the header shows free readers the bell, the upgrade, a greeting that links to the profile, and sign-out', async () => {
    signIn();
    await open('/terms');
    expect(await header().findByRole('button', { name: /Notifications, 2 unread/ })).toBeTruthy();
    expect(await header().findByRole('button', { name: 'Upgrade to Premium' })).toBeTruthy();
    expect(header().getByRole('link', { name: 'Hi, mette' }).getAttribute('href')).toBe('/profile');
    expect(header().getByRole('button', { name: 'Sign out' })).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('the header shows premium readers that Premium is active, and no upgrade', async () => {
    signIn();
    await open('/terms', { plan: monthlyWire });
    expect(await header().findByText('Premium Active')).toBeTruthy();
    expect(header().queryByRole('button', { name: 'Upgrade to Premium' })).toBeNull();
  });

  // docs/spec.md, section 4.
  it('signing out removes the personal data from the browser', async () => {
    signIn();
    const requests = await open('/terms');
    act(() => notify('3 cars added'));
    expect(await screen.findByText('3 cars added')).toBeTruthy();
    fireEvent.click(await header().findByRole('button', { name: 'Sign out' }));
    expect(await header().findByRole('link', { name: 'Log in' })).toBeTruthy();
    expect(screen.queryByText('3 cars added')).toBeNull();
    expect(header().queryByRole('button', { name: /Notifications/ })).toBeNull();
    expect(requests.map(({ key }) => key)).toContain('POST /api/auth/sign-out');
  });

  it('deleting an account confirms it after signing the reader out', async () => {
    signIn();
    await open('/profile');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText(/to confirm$/), { target: { value: 'mette@example.dk' } });
    fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'hemmelig' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete everything' }));
    expect(await header().findByRole('link', { name: 'Log in' })).toBeTruthy();
    expect(await screen.findByText('Your account is deleted.')).toBeTruthy();
  });
});

describe('the search box', () => {
  // docs/spec.md, section 2.
  it('the search box searches the list from any screen', async () => {
    signIn();
    await open('/terms');
    const box = header().getAllByRole('searchbox')[0]!;
    fireEvent.change(box, { target: { value: ' octavia ' } });
    fireEvent.submit(box);
    await vi.waitFor(
      () => expect(asked().some((address) => /^\/api\/cars\?.*q=octavia(&|$)/.test(address))).toBe(true),
      15_000,
    );
  });

  it('a plate is searched among all cars, whatever the list is filtered by', async () => {
    signIn();
    await open('/?view=starred&fuel=diesel&mode=list');
    // An empty list asks for more than itself, to offer what would find cars.
    const request = (name: string, value: string) =>
      asked()
        .filter((each) => /^\/api\/cars\?/.test(each))
        .map((each) => new URLSearchParams(each.split('?')[1]))
        .find((query) => query.get(name) === value);
    await vi.waitFor(() => expect(request('fuel', 'diesel')).toBeTruthy(), 15_000);
    // The list is asked for before its screen is loaded.
    await screen.findByRole('complementary', { name: 'Filters' }, { timeout: 20_000 });
    const box = header().getAllByRole<HTMLInputElement>('searchbox')[0]!;
    fireEvent.change(box, { target: { value: 'cx 41 287' } });
    fireEvent.submit(box.closest('form')!);
    await vi.waitFor(() => expect(request('q', 'cx 41 287')).toBeTruthy(), 15_000);
    const searched = request('q', 'cx 41 287')!;
    expect(['view', 'fuel', 'page'].map((name) => searched.get(name))).toEqual(['all', null, '1']);
  });

  it('the search box keeps the focus after a search, and removing the chip empties it', async () => {
    signIn();
    await open('/?view=all');
    const box = header().getAllByRole<HTMLInputElement>('searchbox')[0]!;
    box.focus();
    fireEvent.change(box, { target: { value: 'golf' } });
    fireEvent.submit(box);
    const chip = await screen.findByRole('button', { name: /golf/ }, { timeout: 20_000 });
    expect(header().getAllByRole('searchbox')[0]).toBe(box);
    expect(document.activeElement).toBe(box);
    expect(box.value).toBe('golf');
    fireEvent.click(chip);
    await vi.waitFor(() => expect(box.value).toBe(''), 15_000);
  });
});

describe('the way from the home page to the list', () => {
  it('the list starts at its top after the home page, although both share an address', async () => {
    await open('/');
    const link = await screen.findByRole('link', { name: /Log in/ });
    expect(link).toBeTruthy();
    vi.mocked(window.scrollTo).mockClear();
    const box = header().getAllByRole('searchbox')[0]!;
    fireEvent.change(box, { target: { value: 'golf' } });
    fireEvent.submit(box);
    await screen.findByText(en.home.welcomeTitle);
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  });
});

describe('a visitor with a link', () => {
  // docs/spec.md, section 5.
  it('a visitor with a link is asked to sign in and finds the link afterwards', async () => {
    await open('/');
    const link = 'https://www.facebook.com/marketplace/odense/search?query=octavia';
    const field = await screen.findByLabelText('Marketplace search link');
    fireEvent.change(field, { target: { value: link } });
    fireEvent.submit(field);
    expect(await screen.findByText('Log in to import these cars')).toBeTruthy();
    const heading = await screen.findByRole('heading', { level: 1, name: 'Create an account' });
    // The new screen has the focus, which went away with the old one.
    await vi.waitFor(() => expect(document.activeElement).toBe(heading.closest('main')));
    signIn();
    await open('/?view=all');
    const again = await screen.findByLabelText<HTMLInputElement>('Marketplace search link');
    expect(again.value).toBe(link);
    await vi.waitFor(() => expect(sessionStorage.getItem('bilfund_link')).toBeNull());
  });
});

describe('the list page', () => {
  // docs/spec.md, section 2.
  it.each([false, true])(
    'the list page counts amazing, fair and all listings (signed in: %s)',
    async (isMember) => {
      if (isMember) signIn();
      await open('/?view=all');
      const counts = await screen.findByLabelText('Listings by deal quality', {}, { timeout: 20_000 });
      await within(counts).findByText('12');
      expect(counts.textContent).toMatch(/12\s*Amazing.*34\s*Fair.*57/);
    },
    20_000,
  );

  // docs/spec.md, section 2.
  it('the links before the header lead the keyboard to the cars and to the filters of the list', async () => {
    signIn();
    await open('/?view=all');
    await screen.findByRole('complementary', { name: 'Filters' });
    fireEvent.click(screen.getByRole('link', { name: 'Skip to filters' }));
    expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Filters' }));
    fireEvent.click(screen.getByRole('link', { name: 'Skip to cars' }));
    expect(document.activeElement!.id).toBe('cars');
  });

  it('the list page leads to every view: by four places, the views of each, and the help', async () => {
    await open('/?view=all');
    const names = async (navigation: string) =>
      within(await screen.findByRole('navigation', { name: navigation }))
        .getAllByRole('link')
        .map((link) => link.textContent!.replace(/\d+$/, ''));
    expect(await names('Views')).toEqual(['Cars', 'Saved', 'Alerts', 'Imports']);
    fireEvent.click(screen.getByRole('link', { name: 'Saved' }));
    expect(await names('Saved')).toEqual(['Starred', 'Lists', 'Hidden cars']);
    fireEvent.click(screen.getByRole('link', { name: 'Alerts' }));
    expect(await names('Alerts')).toEqual(['Automated searches', 'Notifications']);
    fireEvent.click(screen.getByRole('link', { name: 'Imports' }));
    expect(await names('Imports')).toEqual(['My Discoveries', 'History']);
    fireEvent.click(header().getByRole('button', { name: 'Help' }));
    fireEvent.click(header().getByRole('menuitem', { name: 'FAQ' }));
    expect(await names('Help')).toEqual(['Guide', 'FAQ', 'Future Updates', 'Support & Feedback']);
  });

  // docs/spec.md, section 2.
  it.each([
    ['guide', 'Guide'],
    ['future', 'Future updates'],
    ['faq', 'FAQ'],
    ['support', 'Support'],
  ])('the view %s shows visitors a screen without signing in', async (view, title) => {
    await open(`/?view=${view}`);
    const found = await screen.findAllByRole('heading', { level: 2, name: new RegExp(title, 'i') });
    expect(found.length).toBeGreaterThan(0);
    expect(screen.queryByText(en.home.welcomeTitle)).toBeNull();
  });

  // docs/spec.md, section 2.
  it.each(['all', 'discovered', 'starred', 'subscriptions', 'history'])(
    'the view %s shows visitors a welcome with log-in and sign-up, and no import card',
    async (view) => {
      await open(`/?view=${view}`);
      const main = within(screen.getByRole('main'));
      await main.findByText(en.home.welcomeTitle);
      expect(main.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
      expect(main.getByRole('link', { name: 'Get started' }).getAttribute('href')).toBe('/register');
      expect(main.queryByLabelText('Marketplace search link')).toBeNull();
    },
  );

  it('the list page shows visitors the newest ten cars that fit the address', async () => {
    await open('/?q=golf&brand=Audi&deal=amazing&page=3&sort=price_desc');
    await within(screen.getByRole('main')).findByText(en.home.welcomeTitle);
    const [query] = asked()
      .filter((address) => address.startsWith('/api/cars?'))
      .map((address) => Object.fromEntries(new URL(address, 'https://bilfund.example').searchParams));
    expect(query).toEqual({ view: 'all', page: '1', sort: 'scraped_desc', q: 'golf', brand: 'Audi' });
  });

  // docs/spec.md, section 2.
  it('a signed-in reader gets the import card with its box to repeat the search', async () => {
    signIn();
    await open('/?view=all');
    const main = within(screen.getByRole('main'));
    const link = await main.findByLabelText('Marketplace search link', {}, { timeout: 20_000 });
    expect(link.tagName).toBe('INPUT');
    fireEvent.change(link, { target: { value: 'https://www.facebook.com/marketplace/odense/vehicles' } });
    expect(main.getByLabelText(/Repeat this search/).getAttribute('type')).toBe('checkbox');
  }, 20_000);
});

describe('the profile', () => {
  // docs/spec.md, sections 2 and 9.
  it('the profile shows the reader, sign-out and both languages, and requests the last ten payments', async () => {
    signIn();
    await open('/profile');
    const main = within(screen.getByRole('main'));
    const address = (await main.findByRole('button', { name: 'Sign out' })).parentElement!;
    expect(address.textContent).toMatch(/^mmette@example\.dk/);
    expect(main.getByText('English')).toBeTruthy();
    expect(main.getByText('Dansk')).toBeTruthy();
    await vi.waitFor(() => expect(asked()).toContain('/api/payments/history?limit=10'));
  });
});
