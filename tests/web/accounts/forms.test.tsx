import { act, fireEvent, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter, useLocation } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import { passwordFault } from '../../../web/src/accounts/form-parts.tsx';
import Register from '../../../web/src/accounts/register.tsx';
import SignIn from '../../../web/src/accounts/sign-in.tsx';
import { currentAccessToken } from '../../../web/src/api/session.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { LanguageProvider } from '../../../web/src/i18n/language.tsx';
import { forgetLink, keepLink } from '../../../web/src/imports/waiting-link.ts';
import { keepInvitation } from '../../../web/src/searches/kept-invitation.ts';

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const Place = () => {
  const { pathname, hash } = useLocation();
  return <p>at {pathname + hash}</p>;
};

function renderAccounts(path: string, language: 'en' | 'da' = 'en') {
  renderApp(
    <Routes>
      <Route path="/login" element={<SignIn />} />
      <Route path="/register" element={<Register />} />
      <Route path="*" element={<Place />} />
    </Routes>,
    { path, language },
  );
}

describe('a form on a page that was built ahead', () => {
  it('a prerendered form cannot be sent before the app takes over, and never puts a password into the address', () => {
    for (const [path, Screen] of [
      ['/login', SignIn],
      ['/register', Register],
    ] as const) {
      const built = document.createElement('div');
      built.innerHTML = renderToString(
        <LanguageProvider initial={{ language: 'en', texts: en }}>
          <StaticRouter location={path}>
            <Screen />
          </StaticRouter>
        </LanguageProvider>,
      );
      const form = built.querySelector('form');
      expect(form?.getAttribute('method')).toBe('post');
      expect(form?.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true);
    }
  });
});

const session = { accessToken: 'token', expiresIn: 3600, user: { id: 'u', email: 'a@b.example' } };

function logIn() {
  renderAccounts('/login');
  type('E-mail', 'a@b.example');
  type('Password', 'abcdef');
  press('Log in');
}

/** As far as the field for the mailed code. */
async function register() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderAccounts('/register');
  type('E-mail', 'new@b.example');
  type('Password', 'abcdef');
  type('Confirm password', 'abcdef');
  press('Create account');
  await screen.findByText('Registration Successful!');
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await screen.findByLabelText('Code');
}

describe('a password', () => {
  it('a password can be shown while it is typed', () => {
    renderAccounts('/login');
    const field = () => screen.getByLabelText<HTMLInputElement>('Password');
    type('Password', 'abcdef');
    expect(field().type).toBe('password');
    press('Show');
    expect([field().type, field().value]).toEqual(['text', 'abcdef']);
    press('Hide');
    expect(field().type).toBe('password');
  });
});

describe('registering', () => {
  // docs/spec.md, sections 5 and 9.
  it('sign-up refuses different or short passwords before anything is sent', async () => {
    const requests = stubService({});
    renderAccounts('/register');
    type('E-mail', 'a@b.example');
    type('Password', 'abcdef');
    type('Confirm password', 'abcdeg');
    press('Create account');
    expect(await screen.findByText('Passwords do not match')).toBeTruthy();
    type('Password', 'abc');
    type('Confirm password', 'abc');
    press('Create account');
    expect(await screen.findByText('Password must be at least 6 characters')).toBeTruthy();
    expect(requests).toEqual([]);
  });

  // docs/spec.md, sections 2 and 9.
  it('sign-up asks to check the e-mail and opens the log-in page after two seconds', async () => {
    const requests = stubService({ 'POST /api/auth/sign-up': { body: { ok: true } } });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderAccounts('/register', 'da');
    type('E-mail', 'a@b.example');
    type('Adgangskode', 'abcdef');
    type('Gentag adgangskoden', 'abcdef');
    press('Opret konto');
    expect(await screen.findByText('Kontoen er oprettet!')).toBeTruthy();
    expect(requests[0]?.body).toEqual({ email: 'a@b.example', password: 'abcdef', language: 'da' });
    expect(screen.queryByLabelText('Kode')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(await screen.findByRole('heading', { name: 'Bekræft din konto' })).toBeTruthy();
    expect(screen.getByText('Vi har sendt en kode til a@b.example. Skriv den her.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Brug en anden adresse' }).getAttribute('href')).toBe(
      '/register',
    );
  });

  it('confirming the mailed code signs in with the chosen password, which is never stored', async () => {
    const requests = stubService({
      'POST /api/auth/sign-up': { body: { ok: true } },
      'POST /api/auth/confirm': { body: { ok: true } },
      'POST /api/auth/sign-in': { body: session },
    });
    await register();
    type('Code', '123456');
    press('Confirm');
    expect(await screen.findByText('at /')).toBeTruthy();
    expect(requests.at(-1)?.body).toEqual({ email: 'new@b.example', password: 'abcdef' });
    expect(currentAccessToken()).toBe('token');
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])).not.toContain(
      'abcdef',
    );
  });

  it('the password is requested if signing in after the code fails', async () => {
    stubService({
      'POST /api/auth/sign-up': { body: { ok: true } },
      'POST /api/auth/confirm': { body: { ok: true } },
      'POST /api/auth/sign-in': { status: 503, body: { error: 'Busy', code: 'unavailable' } },
    });
    await register();
    type('Code', '123456');
    press('Confirm');
    expect(await screen.findByText('Your account is confirmed. You can log in now.')).toBeTruthy();
  });

  it('a new code can be requested only after the first had time to arrive', async () => {
    const requests = stubService({
      'POST /api/auth/sign-up': { body: { ok: true } },
      'POST /api/auth/resend': { body: { ok: true } },
    });
    await register();
    const waiting = screen.getByRole('button', { name: /Send a new code \(in \d+ s\)/ });
    expect((waiting as HTMLButtonElement).disabled).toBe(true);
    for (let second = 0; second < 30; second++) await act(() => vi.advanceTimersByTimeAsync(1_000));
    press('Send a new code');
    await screen.findByText('A new code is on its way.');
    expect(requests.filter(({ key }) => key === 'POST /api/auth/resend')).toHaveLength(1);
    expect(screen.getByRole('button', { name: /Send a new code \(in/ })).toBeTruthy();
  });

  it('sign-up says that a pasted link was kept', () => {
    keepLink('https://www.facebook.com/marketplace/odense/search?query=golf');
    renderAccounts('/register');
    expect(
      screen.getByText('We saved your link. You can import it as soon as you are logged in.'),
    ).toBeTruthy();
    forgetLink();
    renderAccounts('/register');
    expect(screen.queryByText(/We saved your link/)).toBeNull();
  });
});

describe('signing in', () => {
  it('signing in leads back to the shared list whose link was opened in this tab', async () => {
    stubService({ 'POST /api/auth/sign-in': { body: session } });
    keepInvitation('/shared-list/o/l#words');
    logIn();
    expect(await screen.findByText('at /shared-list/o/l#words')).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('signing in opens the start page with a session in memory', async () => {
    stubService({ 'POST /api/auth/sign-in': { body: session } });
    logIn();
    expect(await screen.findByText('at /')).toBeTruthy();
    expect(currentAccessToken()).toBe('token');
  });

  // docs/spec.md, sections 5 and 8.
  it('a failed sign-in shows the service’s words in English and our own in Danish', async () => {
    const body = { error: 'Incorrect e-mail or password.', code: 'wrong_credentials' };
    stubService({ 'POST /api/auth/sign-in': { status: 401, body } });
    logIn();
    expect((await screen.findByRole('alert')).textContent).toContain('Incorrect e-mail or password.');
    renderAccounts('/login', 'da');
    type('E-mail', 'a@b.example');
    type('Adgangskode', 'abcdef');
    press('Log ind');
    expect((await screen.findByRole('alert')).textContent).toContain('Forkert e-mail eller adgangskode.');
  });

  it('signing in to an unconfirmed account asks for the mailed code and accepts it', async () => {
    const requests = stubService({
      'POST /api/auth/sign-in': { status: 403, body: { error: 'x', code: 'user_not_confirmed' } },
      'POST /api/auth/confirm': { body: { ok: true } },
    });
    logIn();
    expect(await screen.findByText('We sent a code to a@b.example. Enter it here.')).toBeTruthy();
    // Each form that comes in place of another has the focus where the next thing is typed.
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')));
    type('Code', '123456');
    press('Confirm');
    expect(await screen.findByText('Your account is confirmed. You can log in now.')).toBeTruthy();
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
    expect(requests.at(-1)?.body).toEqual({ email: 'a@b.example', code: '123456' });
  });

  it('the confirmation form reads the code from the mail’s link', () => {
    renderAccounts('/login?confirm=654321');
    expect((screen.getByLabelText('Code') as HTMLInputElement).value).toBe('654321');
    expect(screen.getByLabelText('E-mail')).toBeTruthy();
  });

  it('a mail’s link resets the password without a typed address, and leads to log-in if signing in fails', async () => {
    const requests = stubService({ 'POST /api/auth/reset': { body: { ok: true } } });
    renderAccounts('/login?reset=123456');
    expect((screen.getByLabelText('Code') as HTMLInputElement).value).toBe('123456');
    type('E-mail', 'a@b.example');
    type('New password', 'abcdef');
    press('Set the new password');
    expect(await screen.findByText('Your new password is set. You can log in now.')).toBeTruthy();
    const byReset = requests.find(({ key }) => key.endsWith('/reset'));
    expect(byReset?.body).toEqual({ email: 'a@b.example', code: '123456', password: 'abcdef' });
    // The address need not be typed again.
    expect((screen.getByLabelText('E-mail') as HTMLInputElement).value).toBe('a@b.example');
  });

  it('a mailed code resets the password and signs in at once', async () => {
    const requests = stubService({
      'POST /api/auth/forgot': { body: { ok: true } },
      'POST /api/auth/reset': { body: { ok: true } },
      'POST /api/auth/sign-in': { body: session },
    });
    renderAccounts('/login');
    press('Forgot your password?');
    type('E-mail', 'a@b.example');
    press('Send the code');
    await screen.findByLabelText('Code');
    type('Code', '111111');
    type('New password', 'new-secret');
    press('Set the new password');
    expect(await screen.findByText('at /')).toBeTruthy();
    expect(currentAccessToken()).toBe('token');
    const [, set, signedIn] = requests.map(({ body }) => body);
    expect(set).toEqual({ email: 'a@b.example', code: '111111', password: 'new-secret' });
    expect(signedIn).toEqual({ email: 'a@b.example', password: 'new-secret' });
  });
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('the account forms', () => {
  // docs/spec.md, sections 2 and 5.
  it('the log-in form requires e-mail and password and links to sign-up and home', () => {
    renderApp(<SignIn />, { path: '/login' });
    expect(field('E-mail').required).toBe(true);
    expect(field('Password').required).toBe(true);
    expect(field('Password').type).toBe('password');
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toEqual(expect.arrayContaining(['/register', '/']));
  });

  // docs/spec.md, sections 2 and 5.
  it('the sign-up form requires an e-mail address and the password twice', () => {
    renderApp(<Register />, { path: '/register' });
    expect(field('E-mail').type).toBe('email');
    for (const label of ['E-mail', 'Password', 'Confirm password']) expect(field(label).required).toBe(true);
  });
});

describe('a new password', () => {
  it('a new password must be repeated and have at least 6 characters', () => {
    expect(passwordFault('abcdef', 'abcdeg', en)).toBe('Passwords do not match');
    expect(passwordFault('abcde', 'abcde', en)).toBe('Password must be at least 6 characters');
    expect(passwordFault('abcdef', 'abcdef', en)).toBeNull();
  });
});
