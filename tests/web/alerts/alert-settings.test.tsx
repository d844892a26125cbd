import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '#core/alerts/settings.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import AlertSettings from '../../../web/src/alerts/alert-settings.tsx';

const answer = (emailState: string, chosen: object = {}) => ({
  settings: { ...defaultSettings, ...chosen },
  email_state: emailState,
  webhook_secret: null,
  webhook_state: 'none',
  push: { public_key: 'AQID', devices: [] },
});

function open(emailState: string, language: 'en' | 'da' = 'en', chosen: object = {}) {
  const asked = stubService({
    'GET /api/notification-settings': { body: answer(emailState, chosen) },
    'PUT /api/notification-settings': { body: answer('ok') },
  });
  signIn();
  renderApp(<AlertSettings />, { path: '/notifications/settings', language });
  return asked;
}

const mailOfDeals = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Amazing deals: E-mail' });

describe('the settings of what a person is told', () => {
  it('the alert settings show all mails as off while mails are stopped, and one press resumes them', async () => {
    const asked = open('unsubscribed');
    expect(await mailOfDeals()).toMatchObject({ checked: false, disabled: true });
    fireEvent.click(screen.getByRole('button', { name: 'Send me e-mails again' }));
    await waitFor(async () => expect(await mailOfDeals()).toMatchObject({ checked: true, disabled: false }));
    expect(asked.find(({ key }) => key.startsWith('PUT'))?.body).toMatchObject({ resume_mails: true });
    expect(screen.queryByText('You have unsubscribed from our e-mails.')).toBeNull();
  });

  it.each([
    [
      'en',
      'sent from your browser or found by a running search that become amazing later',
      'What you are not told',
    ],
    [
      'da',
      'sendt fra din browser eller fundet med en løbende søgning, der senere bliver det',
      'Det får du ikke besked om',
    ],
  ] as const)(
    'the alert settings say what is reported and what is not (%s)',
    async (language, told, untold) => {
      open('ok', language);
      expect(await screen.findByText((text) => text.includes(told))).toBeTruthy();
      const list = screen.getByRole('heading', { name: untold }).nextElementSibling!;
      expect(list.querySelectorAll('li').length).toBeGreaterThan(2);
    },
  );

  it('a person chooses one delivery a day, its time, and none', async () => {
    const box = { name: 'All news of cars once a day' };
    for (const [daily_digest, act, chosen] of [
      [null, () => fireEvent.click(screen.getByRole('checkbox', box)), '18:00'],
      ['18:00', () => fireEvent.change(screen.getByLabelText('At'), { target: { value: '07:30' } }), '07:30'],
      ['18:00', () => fireEvent.click(screen.getByRole('checkbox', box)), null],
    ] as const) {
      cleanup();
      const asked = open('ok', 'en', { daily_digest });
      await screen.findByRole('checkbox', box);
      act();
      const sent = () => asked.find(({ key }) => key.startsWith('PUT'))?.body;
      await waitFor(() => expect(sent()).toMatchObject({ daily_digest: chosen }));
    }
  });

  it('the alert settings offer no way to resume mails that are part of Premium', async () => {
    open('premium_only');
    expect(await mailOfDeals()).toMatchObject({ checked: false, disabled: true });
    screen.getByText(/Other e-mails are part of Premium\.$/);
    const mailOfPlan = screen.getByRole('checkbox', { name: 'My plan and payments: E-mail' });
    expect(mailOfPlan).toMatchObject({ checked: true, disabled: false });
    expect(screen.queryByRole('button', { name: 'Send me e-mails again' })).toBeNull();
  });

  it('the alert settings say in Danish why mails are stopped', async () => {
    open('bounced', 'da');
    await screen.findByText('Vores e-mails kom retur fra din postkasse, så vi er holdt op med at sende dem.');
    screen.getByRole('button', { name: 'Send mig e-mails igen' });
  });
});

describe('the webhook of a person', () => {
  const webhook = { url: 'https://hooks.example.com/a', format: 'json' as const };
  const withHook = { ...answer('ok'), settings: { ...defaultSettings, webhook }, webhook_secret: 'abc' };

  function openHook(first: object, changed: { status?: number; body: object }, language: 'en' | 'da' = 'en') {
    const asked = stubService({
      'GET /api/notification-settings': { body: first },
      'PUT /api/notification-settings': changed,
    });
    signIn();
    renderApp(<AlertSettings />, { path: '/notifications/settings', language });
    return () => asked.filter(({ key }) => key.startsWith('PUT')).map(({ body }) => body);
  }

  it('a refused webhook address shows the service’s message at its field, not the browser’s', async () => {
    const refused = { error: 'Only https.', code: 'address_refused' };
    const sent = openHook(answer('ok'), { status: 400, body: refused });
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' });
    fireEvent.change(field, { target: { value: 'hooks.example.com' } });
    expect(field.validity.valid).toBe(true);
    fireEvent.submit(field.form!);
    const refusal = await screen.findByRole('alert');
    expect(refusal.textContent).toBe('Only https.');
    expect(field.getAttribute('aria-describedby')).toBe(refusal.id);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value).toBe('hooks.example.com');
    expect(screen.getByRole('status').textContent).not.toContain('Only https.');
    expect(sent()).toMatchObject([{ webhook: { url: 'hooks.example.com' } }]);
    fireEvent.change(field, { target: { value: 'https://hooks.example.com' } });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [
      'en',
      'Send a test',
      { status: 204, is_taken: true },
      'The address accepted the test (it answered 204).',
    ],
    [
      'en',
      'Send a test',
      { status: 404, is_taken: false },
      'The address did not accept the test (it answered 404).',
    ],
    [
      'da',
      'Send en test',
      { status: 0, is_taken: false },
      'Adressen svarede ikke eller kan ikke nås udefra.',
    ],
  ] as const)(
    'the webhook in %s is tested with "%s", and the answer %j is shown',
    async (language, name, test, words) => {
      const sent = openHook(withHook, { body: { ...withHook, webhook_test: test } }, language);
      fireEvent.click(await screen.findByRole('button', { name }));
      await screen.findByText(words);
      expect(sent()).toMatchObject([{ webhook, test_webhook: true }]);
    },
  );

  it('a new webhook address is saved together with its test', async () => {
    openHook(withHook, { body: withHook });
    const field = await screen.findByRole('textbox', { name: 'Address' });
    fireEvent.change(field, { target: { value: 'https://hooks.example.com/b' } });
    screen.getByRole('button', { name: 'Save and send a test' });
    fireEvent.change(field, { target: { value: '' } });
    expect(screen.queryByRole('button', { name: /send a test/i })).toBeNull();
  });

  it('a webhook gets a new secret only on request', async () => {
    const sent = openHook(withHook, { body: { ...withHook, webhook_secret: 'other' } });
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' });
    fireEvent.submit(field.form!);
    await waitFor(() => expect(sent()).toHaveLength(1));
    const renew = screen.getByRole<HTMLButtonElement>('button', { name: 'Make a new secret' });
    await waitFor(() => expect(renew.disabled).toBe(false));
    fireEvent.click(renew);
    await screen.findByText('other');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[0]).not.toHaveProperty('renew_webhook_secret');
    expect(sent()[1]).toMatchObject({ renew_webhook_secret: true });
  });
});

describe('pushes to this device', () => {
  afterEach(() => vi.unstubAllGlobals());
  const turnOn = async (
    permission: string,
    subscribe: () => Promise<unknown>,
    language: 'en' | 'da' = 'en',
  ) => {
    vi.stubGlobal('Notification', { requestPermission: async () => permission });
    vi.stubGlobal('PushManager', class {});
    vi.stubGlobal('navigator', {
      ...{ userAgent: 'Firefox/140.0', language: 'en', onLine: true },
      serviceWorker: { register: async () => ({ pushManager: { subscribe } }) },
    });
    open('ok', language);
    const name = language === 'en' ? 'Turn on for this device' : 'Slå til på denne enhed';
    fireEvent.click(await screen.findByRole('button', { name }));
    return (await screen.findByRole('alert')).textContent;
  };
  const never = async () => null;

  it.each([
    ['denied', never, /^Your browser blocks our notifications .* allow notifications/],
    ['default', never, /^Your browser did not allow it: .* choose “Allow”/],
    [
      'granted',
      () => Promise.reject(new DOMException('push service error', 'AbortError')),
      /^Your browser refused: .* Bilfund cannot change that\..*settings/,
    ],
    ['granted', async () => ({ toJSON: () => ({}) }), /^Your browser refused/],
  ])(
    'a push that the browser refuses (%s) is explained with how to allow it',
    async (permission, subscribe, words) => {
      expect(await turnOn(permission, subscribe)).toMatch(words);
    },
  );

  it('a push refusal is explained in Danish', async () => {
    expect(await turnOn('denied', never, 'da')).toMatch(/^Din browser blokerer vores notifikationer/);
  });

  it('a push that fails for another reason is not blamed on the browser', async () => {
    const told = await turnOn('granted', () => Promise.reject(new TypeError('no network')));
    expect(told).not.toContain('Your browser');
  });
});
